import type { Stroke } from '@heirlight/contract/adjustment';
import { LUMA } from './colour';
import { bothWays, enlarged, mean, type Plane, type Size, shrunk, smoothstep } from './planes';
import { printTone } from './printTone';
import type { Rows } from './rows';
import { cropped, distancesTo, type Frame, frameOf, guidedFilter, mapped, placedOn, strokeGuide } from './strokes';

/**
 * Colours that lie over a picture: sRGB bytes times their cover, and the cover, 0..255 (premultiplied, as in Porter and
 * Duff). It lies over the whole picture and is enlarged bilinearly.
 */
export interface Tint extends Size {
  data: Uint8Array<ArrayBuffer>;
}

/** Colours nothing. */
export const NO_TINT: Tint = { width: 1, height: 1, data: new Uint8Array(4) };

/** Renders colour strokes in their order; strokes of other kinds are none to it. */
export interface ColourStrokes {
  /**
   * Returns null if there is no colour stroke. What it returns is overwritten by the next call, which is quick where only
   * the last stroke has changed.
   */
  render(strokes: readonly Stroke[]): Tint | null;
}

/** The colour starts from places so near the stroke: a share of the reach, within limits in pixels of the spreading size. */
const SEED = { share: 0.06, least: 1, most: 5 };
/** Up to this share of its reach a colour is whole. What spreads to edges fades slowly, or its end looks like one of them. */
const WHOLE = { disc: 0.7, spread: 0.3 };
/**
 * A place begins to be an edge where the luma changes by `from` times what is usual near the touched place, and is one at
 * `to` times that: grain and weave are none. Less than `least` (luma, 0..1, per pixel) is not usual.
 */
const EDGE = { least: 0.016, from: 1.5, to: 3.5 };
/** A place is unlike the touched one when its luma (0..1) differs by more than `from`, and wholly from `to` on. */
const UNLIKE = { from: 0.14, to: 0.3 };
/** An edge, or a place that is unlike, takes so much of the reach per pixel. */
const TOLL = { edge: 0.5, unlike: 0.15 };
/** Passes over the frame, each there and back. Two are enough but for spirals. */
const ROUNDS = 3;
/** A larger part is shrunk to about so many pixels for spreading; a reach of `fine` pixels is never shrunk further. */
const SPREAD = { pixels: 160_000, fine: 16 };
/** Of the guided filter, in pixels of the size in which the colour spreads. */
const FILTER_REACH = 2;
/** The filter leaves whole parts whole but for rounding, and halves at an edge: this makes the edge clear. */
const CLEAR = { least: 0.15, most: 0.85 };
/** Rendered strokes that are held, bytes. */
const HELD_BYTES = 16 * 1024 * 1024;

/** How much of each place a stroke covers, 0..255, in a part of the guide. */
interface Patch extends Frame {
  data: Uint8Array;
}

/** By how much the luma changes from one pixel to the next. */
function slopes({ width, height, data }: Plane): Plane {
  return mapped({ width, height }, (at) => {
    const x = at % width;
    const across = (data[x + 1 < width ? at + 1 : at] ?? 0) - (data[x > 0 ? at - 1 : at] ?? 0);
    const down = (data[at + width] ?? data[at] ?? 0) - (data[at - width] ?? data[at] ?? 0);
    return Math.hypot(across, down) / 2;
  });
}

/** The value that half of those within `inside` are below; they lie in 0..0.25. */
function median(values: Plane, inside: (at: number) => boolean): number {
  const counts = new Uint32Array(500);
  let all = 0;
  for (let at = 0; at < values.data.length; at++) {
    if (!inside(at)) continue;
    const bin = Math.min(499, Math.floor((values.data[at] ?? 0) * 2000));
    counts[bin] = (counts[bin] ?? 0) + 1;
    all++;
  }
  let below = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    below += counts[bin] ?? 0;
    if (below * 2 >= all) return (bin + 0.5) / 2000;
  }
  return 0;
}

/**
 * How far each place is from the touched ones along the easiest way, as a geodesic distance by raster scans (A. Criminisi,
 * T. Sharp, A. Blake, "GeoS: Geodesic Image Segmentation", ECCV 2008, section 2.1). Edges, and places that look unlike the
 * touched one that is nearest, make a way longer.
 *
 * @param seeds 1 at touched places
 * @param reach pixels; beyond it distances are not exact
 */
function spread(luma: Plane, seeds: Plane, edges: Plane, reach: number): Float32Array {
  const { width, height } = luma;
  const distance = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  /** The luma of the touched place from which the way to each place starts. */
  const from = new Float32Array(width * height);
  for (let at = 0; at < distance.length; at++) {
    if ((seeds.data[at] ?? 0) < 0.5) continue;
    distance[at] = 0;
    from[at] = luma.data[at] ?? 0;
  }
  const ways = (step: 1 | -1) => [
    { x: -step, y: 0, length: 1 },
    { x: -step, y: -step, length: Math.SQRT2 },
    { x: 0, y: -step, length: 1 },
    { x: step, y: -step, length: Math.SQRT2 },
  ];
  const scan = (step: 1 | -1): boolean => {
    let isChanged = false;
    const neighbours = ways(step);
    for (let row = 0; row < height; row++) {
      const y = step === 1 ? row : height - 1 - row;
      for (let column = 0; column < width; column++) {
        const x = step === 1 ? column : width - 1 - column;
        const at = y * width + x;
        const toll = 1 + TOLL.edge * reach * (edges.data[at] ?? 0);
        for (const way of neighbours) {
          const [nearX, nearY] = [x + way.x, y + way.y];
          if (nearX < 0 || nearX >= width || nearY < 0 || nearY >= height) continue;
          const near = nearY * width + nearX;
          const before = distance[near] ?? 0;
          const least = before + way.length * toll;
          if (before >= reach || least >= (distance[at] ?? 0)) continue;
          const unlike = smoothstep(UNLIKE.from, UNLIKE.to, Math.abs((luma.data[at] ?? 0) - (from[near] ?? 0)));
          const whole = least + way.length * TOLL.unlike * reach * unlike;
          if (whole >= (distance[at] ?? 0)) continue;
          distance[at] = whole;
          from[at] = from[near] ?? 0;
          isChanged = true;
        }
      }
    }
    return isChanged;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const there = scan(1);
    if (!scan(-1) && !there) break;
  }
  return distance;
}

/** By how much the part of the guide that a colour may reach is shrunk for spreading. */
const coarseness = (reach: number, { width, height }: Size): number =>
  Math.max(1, Math.min(Math.ceil(Math.sqrt((width * height) / SPREAD.pixels)), Math.floor(reach / SPREAD.fine)));

function patchOf(stroke: Stroke, guide: Plane): Patch {
  const { radius, points } = placedOn(stroke, guide);
  const frame = frameOf({ radius, points }, guide);
  const by = coarseness(radius, frame);
  const near = cropped(guide, frame);
  const small = shrunk(near, by);
  const reach = radius / by;
  const line = points.map(([x, y]) => [(x - frame.left) / by, (y - frame.top) / by] as const);
  const distances = distancesTo({ points: line }, { ...small, left: 0, top: 0 }, reach);
  const distance = (at: number) => distances.data[at] ?? 0;
  const falloff = (far: number, whole: number) => 1 - smoothstep(whole * reach, reach, far);
  const around = (whole: number) =>
    enlarged(
      mapped(small, (at) => falloff(distance(at), whole)),
      near,
      by,
    ).data;
  const data = new Uint8Array(near.data.length);
  if (!stroke.edges) {
    const disc = around(WHOLE.disc);
    for (let at = 0; at < data.length; at++) data[at] = Math.round(255 * (disc[at] ?? 0));
    return { ...frame, data };
  }
  const soft = bothWays(small, mean(1));
  const touched = Math.min(SEED.most, Math.max(SEED.least, SEED.share * reach));
  const seeds = mapped(small, (at) => (distance(at) <= touched ? 1 : 0));
  const steep = slopes(soft);
  const usual = Math.max(
    EDGE.least,
    median(steep, (at) => distance(at) < reach / 2),
  );
  const edges = mapped(steep, (at) => smoothstep(EDGE.from * usual, EDGE.to * usual, steep.data[at] ?? 0));
  const far = spread(soft, seeds, edges, reach);
  const wanted = mapped(small, (at) => falloff(far[at] ?? 0, WHOLE.disc));
  const kept = guidedFilter(wanted, small, near, { by, reach: FILTER_REACH });
  const fading = around(WHOLE.spread);
  for (let at = 0; at < data.length; at++) {
    data[at] = Math.round(255 * (fading[at] ?? 0) * smoothstep(CLEAR.least, CLEAR.most, kept.data[at] ?? 0));
  }
  return { ...frame, data };
}

/**
 * The three bytes of `#rrggbb`, with a print's tone as far as both have one hue: put in the place of the print's brown, the
 * colour of skin looks lilac beside it. A colour of another hue takes the tone's place, or nothing would be left of it.
 */
function bytesOn(tone: readonly number[], colour: string): number[] {
  const bytes = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const luma = bytes.reduce((sum, byte, channel) => sum + byte * (LUMA[channel] ?? 0), 0);
  const own = bytes.map((byte) => byte - luma);
  const alike = own.reduce((sum, value, channel) => sum + value * (tone[channel] ?? 0), 0);
  const share = Math.max(0, alike / Math.max(1, Math.hypot(...own) * Math.hypot(...tone)));
  return bytes.map((byte, channel) => Math.min(255, Math.max(0, Math.round(byte + share * (tone[channel] ?? 0)))));
}

/** Calls `change` with each place that a patch covers: where it begins in the tint, and the cover, 0..1. */
function eachCovered(tint: Tint, patch: Patch, change: (at: number, cover: number) => void): void {
  for (let y = 0, from = 0; y < patch.height; y++) {
    let at = ((patch.top + y) * tint.width + patch.left) * 4;
    for (let x = 0; x < patch.width; x++, from++, at += 4) {
      const cover = (patch.data[from] ?? 0) / 255;
      if (cover > 0) change(at, cover);
    }
  }
}

/** Lays a colour over those that are there: T. Porter, T. Duff, "Compositing Digital Images", SIGGRAPH 1984. */
function lay(tint: Tint, patch: Patch, colour: readonly number[]): void {
  const whole = [...colour, 255];
  eachCovered(tint, patch, (at, cover) => {
    for (let channel = 0; channel < 4; channel++) {
      const was = tint.data[at + channel] ?? 0;
      tint.data[at + channel] = Math.round(was + cover * ((whole[channel] ?? 0) - was));
    }
  });
}

/** Subtracts the cover, so that the soft edge of a colour goes as a whole where it is touched again as it was given. */
function takeAway(tint: Tint, patch: Patch): void {
  eachCovered(tint, patch, (at, cover) => {
    const was = tint.data[at + 3] ?? 0;
    const kept = was > 0 ? Math.max(0, 1 - (255 * cover) / was) : 0;
    for (let channel = 0; channel < 4; channel++)
      tint.data[at + channel] = Math.round(kept * (tint.data[at + channel] ?? 0));
  });
}

/**
 * Renders colour strokes. A colour spreads from the places that its stroke touched, no farther than its radius, over what
 * looks like them; edges and unlike places end it. The guided filter lays its limits along the picture's edges. Where the
 * picture is a toned print, colours of its tone's hue lie over it.
 */
export function createColourStrokes(picture: Rows): ColourStrokes {
  const guide = strokeGuide(picture, picture);
  const { tone } = printTone(picture);
  const empty = (): Tint => ({
    width: guide.width,
    height: guide.height,
    data: new Uint8Array(4 * guide.data.length),
  });
  const tint = empty();
  /** All strokes but the last one, and their keys. */
  let base = empty();
  let done: string[] = [];
  const patches = new Map<string, Patch>();
  let held = 0;
  const patchFor = (stroke: Stroke): Patch => {
    const key = JSON.stringify([stroke.radius, stroke.edges, stroke.points]);
    const known = patches.get(key);
    if (known) return known;
    const patch = patchOf(stroke, guide);
    patches.set(key, patch);
    held += patch.data.length;
    for (const [old, { data }] of patches) {
      if (held <= HELD_BYTES) break;
      patches.delete(old);
      held -= data.length;
    }
    return patch;
  };
  const paint = (on: Tint, stroke: Stroke) => {
    if (stroke.colour) lay(on, patchFor(stroke), bytesOn(tone, stroke.colour));
    else takeAway(on, patchFor(stroke));
  };
  return {
    render(strokes) {
      const colours = strokes.filter(({ kind }) => kind === 'colour');
      const last = colours.at(-1);
      if (!last) return null;
      const keys = colours.map((stroke) => JSON.stringify(stroke));
      if (done.length >= keys.length || done.some((key, at) => keys[at] !== key)) {
        base = empty();
        done = [];
      }
      for (const stroke of colours.slice(done.length, -1)) paint(base, stroke);
      done = keys.slice(0, -1);
      tint.data.set(base.data);
      paint(tint, last);
      return tint;
    },
  };
}
