import { STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import { LUMA } from './colour';
import { bothWays, enlarged, mean, type Plane, type Size, shrunk, smoothstep } from './planes';
import { printTone } from './printTone';
import { smallPixels } from './resize';
import { type Rows, rowsOf } from './rows';

/** Where the original comes back: 255 all of it, 0 none. It lies over the whole picture and is enlarged bilinearly. */
export interface Mask extends Size {
  data: Uint8Array<ArrayBuffer>;
  /** How much of the original's chroma comes back with its luma, 0..1: none of a print's, which has one tone all over. */
  chroma: number;
}

/** Brings the original back nowhere. */
export const NO_MASK: Mask = { width: 1, height: 1, data: new Uint8Array(1), chroma: 1 };

/** Renders strokes in their order. */
export interface StrokeMask {
  /** The mask is overwritten by the next call, which is quick where only the last stroke has changed. */
  render(strokes: readonly Stroke[]): Mask;
}

/** The longer side of a mask, pixels. It bounds memory: a mask and its guide take 4 MB however large the picture is. */
export const MASK_SIDE_PX = 1024;
/** Up to this share of its radius all of a stroke acts; the rest is its soft edge. */
export const WHOLE_SHARE = 0.7;
/** Up to this share a stroke acts whatever is there. */
const CORE_SHARE = 0.35;
/** Luma (0..1) by which a place may differ from what the middle of the stroke went over, and by so many deviations of that. */
const LIKE = { least: 0.05, deviations: 1.5 };
/** Of the guided filter: its window as a share of the radius, and the variance of luma that counts as an edge. */
const GUIDED = { reach: 0.25, edge: 0.05 ** 2 };
/** The filter leaves whole parts whole but for rounding, and halves at an edge: this makes the edge clear. */
const CLEAR = { least: 0.2, most: 0.8 };
/** A brush with a larger radius, pixels of the mask, looks at the picture in a smaller size. */
const FINE_RADIUS_PX = 12;
/** A stroke is rendered in runs of so many points, so that only the last ones are rendered anew while it is painted. */
const RUN_POINTS = 8;
/** Rendered runs that are held, bytes. */
const HELD_BYTES = 32 * 1024 * 1024;

/** How much of each place a run covers, 0..255, in a part of the mask. */
interface Patch extends Frame {
  data: Uint8Array;
}

/** Part of a stroke; lengths in pixels of the mask. */
interface Run {
  key: string;
  kind: Stroke['kind'];
  edges: boolean;
  radius: number;
  points: readonly (readonly [x: number, y: number])[];
}

/** The size of what strokes are rendered in, for a result of this size. */
export function maskSize(result: Size): Size {
  const scale = Math.min(1, MASK_SIDE_PX / Math.max(result.width, result.height));
  const along = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: along(result.width), height: along(result.height) };
}

/** The luma of the original (0..1) in the size of the mask: what strokes keep to. */
export function strokeGuide(original: Rows, result: Size): Plane {
  const size = maskSize(result);
  return { ...size, data: lumaOf(smallPixels(original, size)) };
}

/** The luma of RGBA pixels, 0..1. */
export function lumaOf(pixels: Uint8ClampedArray): Float32Array {
  const data = new Float32Array(pixels.length / 4);
  for (let at = 0; at < data.length; at++) {
    const [red = 0, green = 0, blue = 0] = [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]];
    data[at] = (LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue) / 255;
  }
  return data;
}

/** The points of a stroke, and how far it reaches, in pixels of a plane. */
export function placedOn({ radius, points }: Pick<Stroke, 'radius' | 'points'>, { width, height }: Size) {
  return {
    radius: Math.max(1, radius * Math.max(width, height)),
    points: Array.from({ length: points.length / 2 }, (_, at): Run['points'][number] => [
      ((points[at * 2] ?? 0) / STROKE_STEPS) * width,
      ((points[at * 2 + 1] ?? 0) / STROKE_STEPS) * height,
    ]),
  };
}

/** The parts of a stroke that are rendered one by one. */
export function runsOf({ kind, radius, edges, points }: Stroke, size: Size): Run[] {
  const runs: Run[] = [];
  const last = points.length / 2 - 1;
  for (let from = 0; from === 0 || from < last; from += RUN_POINTS - 1) {
    const own = points.slice(from * 2, (from + RUN_POINTS) * 2);
    runs.push({
      key: JSON.stringify([kind, radius, edges, own]),
      kind,
      edges,
      ...placedOn({ radius, points: own }, size),
    });
  }
  return runs;
}

/** The part of a plane that a run may change, and what its filters look at around that. */
export function frameOf({ radius, points }: Pick<Run, 'radius' | 'points'>, { width, height }: Size) {
  const around = Math.ceil(radius * (1 + 2 * GUIDED.reach)) + 2;
  const span = (values: number[], most: number): [number, number] => {
    const from = Math.min(most - 1, Math.max(0, Math.floor(Math.min(...values)) - around));
    return [from, Math.max(from + 1, Math.min(most, Math.ceil(Math.max(...values)) + around))];
  };
  const [left, right] = span(
    points.map(([x]) => x),
    width,
  );
  const [top, bottom] = span(
    points.map(([, y]) => y),
    height,
  );
  return { left, top, width: right - left, height: bottom - top };
}
export type Frame = ReturnType<typeof frameOf>;

/** How far each place is from the run's line, pixels; infinite where that is more than `most`. */
export function distancesTo(
  { points }: Pick<Run, 'points'>,
  { left, top, width, height }: Frame,
  most = Number.POSITIVE_INFINITY,
): Plane {
  const data = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  const near = (from: number, to: number, count: number): [number, number] => [
    Math.max(0, Math.floor(Math.min(from, to) - most)),
    Math.min(count, Math.ceil(Math.max(from, to) + most)),
  ];
  for (const [index, [toX, toY]] of points.entries()) {
    // A line of one point is that point; of others, the first one is the start of the first part.
    if (index === 0 && points.length > 1) continue;
    const [fromX, fromY] = points[index - 1] ?? [toX, toY];
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const length = alongX ** 2 + alongY ** 2 || 1;
    const [firstColumn, columns] = near(fromX - left, toX - left, width);
    const [firstRow, rows] = near(fromY - top, toY - top, height);
    for (let row = firstRow; row < rows; row++) {
      const y = top + row + 0.5 - fromY;
      for (let column = firstColumn, at = row * width + column; column < columns; column++, at++) {
        const x = left + column + 0.5 - fromX;
        const share = Math.min(1, Math.max(0, (x * alongX + y * alongY) / length));
        const squared = (x - share * alongX) ** 2 + (y - share * alongY) ** 2;
        if (squared < (data[at] ?? 0)) data[at] = squared;
      }
    }
  }
  return { width, height, data: data.map(Math.sqrt) };
}

export function cropped({ width, data }: Plane, frame: Frame): Plane {
  const out = new Float32Array(frame.width * frame.height);
  for (let y = 0; y < frame.height; y++) {
    const start = (frame.top + y) * width + frame.left;
    out.set(data.subarray(start, start + frame.width), y * frame.width);
  }
  return { width: frame.width, height: frame.height, data: out };
}

/** A plane of what `number` gives for each place. */
export function mapped({ width, height }: Size, number: (at: number) => number): Plane {
  const data = new Float32Array(width * height);
  for (let at = 0; at < data.length; at++) data[at] = number(at);
  return { width, height, data };
}

/**
 * The guided filter (K. He, J. Sun, X. Tang, "Guided Image Filtering", TPAMI 2013, algorithm 1): smooths `input` where the
 * guide is even, and keeps its edges where the guide has them. Its line through each place is found in a smaller size, as
 * in "Fast Guided Filter" (K. He, J. Sun, arXiv:1505.00996), and drawn in the guide's own.
 *
 * @param input and `small`, the guide, shrunk by `by`
 * @param reach of the smaller size
 */
export function guidedFilter(
  input: Plane,
  small: Plane,
  guide: Plane,
  { by, reach }: { by: number; reach: number },
): Plane {
  const average = (plane: Plane) => bothWays(plane, mean(reach));
  const of = (plane: Plane, at: number) => plane.data[at] ?? 0;
  const guides = average(small);
  const inputs = average(input);
  const products = average(mapped(input, (at) => of(input, at) * of(small, at)));
  const squares = average(mapped(input, (at) => of(small, at) ** 2));
  const slope = mapped(input, (at) => {
    const together = of(products, at) - of(guides, at) * of(inputs, at);
    return together / (of(squares, at) - of(guides, at) ** 2 + GUIDED.edge);
  });
  const offset = mapped(input, (at) => of(inputs, at) - of(slope, at) * of(guides, at));
  const [slopes, offsets] = [enlarged(average(slope), guide, by), enlarged(average(offset), guide, by)];
  return mapped(guide, (at) => of(slopes, at) * of(guide, at) + of(offsets, at));
}

/** How much of each place looks like what the middle of the stroke went over near it, 0..1. The middle does itself. */
function alike(core: Plane, guide: Plane, radius: number): Plane {
  const average = (number: (at: number) => number) => bothWays(mapped(core, number), mean(Math.ceil(radius) + 1)).data;
  const isCore = (at: number) => core.data[at] ?? 0;
  const luma = (at: number) => guide.data[at] ?? 0;
  const cores = average(isCore);
  const lumas = average((at) => isCore(at) * luma(at));
  const squares = average((at) => isCore(at) * luma(at) ** 2);
  return mapped(core, (at) => {
    const count = cores[at] ?? 0;
    if (isCore(at) === 1 || count < 1e-6) return isCore(at);
    const middle = (lumas[at] ?? 0) / count;
    const deviation = Math.sqrt(Math.max(0, (squares[at] ?? 0) / count - middle ** 2));
    const allowed = LIKE.least + LIKE.deviations * deviation;
    return 1 - smoothstep(allowed, 2 * allowed, Math.abs(luma(at) - middle));
  });
}

function patchOf(run: Run, guide: Plane): Patch {
  const frame = frameOf(run, guide);
  const distances = distancesTo(run, frame);
  const distance = (at: number) => distances.data[at] ?? 0;
  const { radius } = run;
  const disc = mapped(distances, (at) => 1 - smoothstep(WHOLE_SHARE * radius, radius, distance(at)));
  const data = new Uint8Array(disc.data.length);
  if (!run.edges) {
    for (let at = 0; at < data.length; at++) data[at] = Math.round(255 * (disc.data[at] ?? 0));
    return { ...frame, data };
  }
  const near = cropped(guide, frame);
  const core = mapped(distances, (at) => (distance(at) <= Math.max(1, CORE_SHARE * radius) ? 1 : 0));
  const by = Math.max(1, Math.floor(radius / FINE_RADIUS_PX));
  const small = shrunk(near, by);
  const inside = shrunk(
    mapped(distances, (at) => (distance(at) < radius ? 1 : 0)),
    by,
  );
  const like = alike(shrunk(core, by), small, radius / by);
  const wanted = mapped(small, (at) => (inside.data[at] ?? 0) * (like.data[at] ?? 0));
  const kept = guidedFilter(wanted, small, near, { by, reach: Math.max(1, Math.round((GUIDED.reach * radius) / by)) });
  for (let at = 0; at < data.length; at++) {
    const clear = smoothstep(CLEAR.least, CLEAR.most, kept.data[at] ?? 0);
    data[at] = Math.round(255 * Math.max(core.data[at] ?? 0, Math.min(disc.data[at] ?? 0, clear)));
  }
  return { ...frame, data };
}

/** Painting twice is painting once: a place is covered as much as the stroke that covers it most. */
function applyPatch(mask: Mask, patch: Patch, kind: Stroke['kind']): void {
  for (let y = 0, from = 0; y < patch.height; y++) {
    let at = (patch.top + y) * mask.width + patch.left;
    for (let x = 0; x < patch.width; x++, at++, from++) {
      const covered = patch.data[from] ?? 0;
      const was = mask.data[at] ?? 0;
      mask.data[at] = kind === 'protect' ? Math.max(was, covered) : Math.min(was, 255 - covered);
    }
  }
}

/**
 * Renders strokes over an original. A stroke that keeps to edges takes, of what its radius covers, the places whose luma is
 * like that which its middle went over; the guided filter lays the limits of that along the picture's edges.
 */
export function createStrokeMask(original: Rows, result: Size): StrokeMask {
  const size = maskSize(result);
  const pixels = smallPixels(original, size);
  const guide: Plane = { ...size, data: lumaOf(pixels) };
  const chroma = 1 - printTone(rowsOf({ ...size, data: pixels })).share;
  const empty = (): Mask => ({ ...size, data: new Uint8Array(guide.data.length), chroma });
  const mask = empty();
  /** All runs but the last one, and their keys. */
  let base = empty();
  let done: string[] = [];
  const patches = new Map<string, Patch>();
  let held = 0;
  const patchFor = (run: Run): Patch => {
    const known = patches.get(run.key);
    if (known) return known;
    const patch = patchOf(run, guide);
    patches.set(run.key, patch);
    held += patch.data.length;
    for (const [key, { data }] of patches) {
      if (held <= HELD_BYTES) break;
      patches.delete(key);
      held -= data.length;
    }
    return patch;
  };
  return {
    render(strokes) {
      // What is mended stays so (`mend.ts`), and a colour is another map (`colourStrokes.ts`).
      const own = strokes.filter(({ kind }) => kind === 'protect' || kind === 'restore');
      const runs = own.flatMap((stroke) => runsOf(stroke, guide));
      if (done.length >= runs.length || done.some((key, at) => runs[at]?.key !== key)) {
        base = empty();
        done = [];
      }
      for (const run of runs.slice(done.length, -1)) {
        applyPatch(base, patchFor(run), run.kind);
        done.push(run.key);
      }
      mask.data.set(base.data);
      const last = runs.at(-1);
      if (last) applyPatch(mask, patchFor(last), last.kind);
      return mask;
    },
  };
}
