/**
 * Removes translucent letters without painting them over: the photograph shines through them. Finds one veil for all
 * lines of a picture, because the words of a watermark share their ink.
 */
import { componentsOf, dilate, erode, type Mask, threshold, wideParts } from '../image/mask';
import {
  byteAt,
  copyPicture,
  createPicture,
  createRaster,
  numberAt,
  type Picture,
  pasteRaster,
  rasterOf,
} from '../image/picture';
import { resample } from '../image/resample';
import type { TextLine } from './textLines';
import { type Veil, veilOf } from './veil';
import { veilShape } from './veilShape';

export interface Unveiled {
  /** The picture with the veil taken off inside the letters. */
  picture: Picture;
  /** The letters' rims, where paint and photograph mix unevenly: still to be painted over. */
  rim: Mask;
  /** 1 where lines with this veil were looked for: no other letters are expected there. */
  zone: Mask;
}

/** Letters are told from their ground at this long side, in pixels. */
const WORK_SIDE_PX = 800;
/** A line may be longer than what the detector saw of it by this many letter heights at each end. */
const LONGER = 1.5;
/** And higher, by this factor. */
const HIGHER = 1.25;
/** Sine of the angle up to which two lines run in one direction. */
const SAME_DIRECTION = 0.2;
/** Strokes are at most twice this share of the letters' height wide. */
const WIDEST_STROKE = 0.2;
/** An edge is explained when it differs from what the veil makes of its outside by less than this, in grey levels. */
const EXPLAINED_WITHIN = 14;
const LEAST_EXPLAINED = 0.4;
/** Letters are at least this share of their line's height squared, in area: less is noise. */
const LEAST_LETTER = 0.04;

/** The lines of the direction in which most text runs: a watermark has one. */
function alike(lines: readonly TextLine[]): TextLine[] {
  const long = lines.filter((line) => line.length > line.height);
  const turning = (a: TextLine, b: TextLine) => Math.abs(a.along.x * b.along.y - a.along.y * b.along.x);
  const groups = long.map((line) => long.filter((other) => turning(line, other) < SAME_DIRECTION));
  const weight = (group: readonly TextLine[]) => group.reduce((sum, line) => sum + line.length, 0);
  return groups.reduce((best, group) => (weight(group) > weight(best) ? group : best), []);
}

/**
 * Undefined where the lines are opaque or no single veil explains them.
 * @param checkpoint called between the steps and within the long ones; may throw to end the work
 */
export function unveil(picture: Picture, found: readonly TextLine[], checkpoint: () => void): Unveiled | undefined {
  const lines = alike(found);
  if (lines.length === 0) return undefined;
  const scale = Math.min(1, WORK_SIDE_PX / Math.max(picture.width, picture.height));
  const work = scale < 1 ? shrunk(picture, scale) : picture;
  checkpoint();
  const seen = zoneOf(work, lines, { scale, longer: 0.3, higher: 1 });
  const veil = veilOf(work, { zone: seen.data, checkpoint });
  if (!veil) return undefined;
  const zone = zoneOf(work, lines, { scale, longer: LONGER, higher: HIGHER });
  const height = Math.max(...lines.map((line) => line.height * scale));
  const shape = veilShape(work, veil, { zone: zone.data, checkpoint });
  const letters = lettersIn(work, veil, { shape, height });
  checkpoint();
  const taken = takeOff(picture, veil, { letters: enlarged(letters, picture), checkpoint });
  checkpoint();
  return { ...taken, zone: enlarged(zone, picture) };
}

function takeOff(
  picture: Picture,
  { through, ink }: Veil,
  { letters, checkpoint }: { letters: Mask; checkpoint: () => void },
): { picture: Picture; rim: Mask } {
  const margin = Math.max(1, Math.round(Math.max(picture.width, picture.height) / WORK_SIDE_PX));
  checkpoint();
  const inside = erode(letters, margin);
  const wider = dilate(letters, margin);
  checkpoint();
  const out = copyPicture(picture);
  for (let i = 0; i < inside.data.length; i++) {
    if (!inside.data[i]) continue;
    for (let c = 0; c < 3; c++) out.data[i * 3 + c] = (byteAt(picture.data, i * 3 + c) - numberAt(ink, c)) / through;
  }
  return { picture: out, rim: { ...letters, data: wider.data.map((value, i) => (value && !inside.data[i] ? 1 : 0)) } };
}

/** 1 within the lines' boxes. */
function zoneOf(
  { width, height }: { width: number; height: number },
  lines: readonly TextLine[],
  { scale, longer, higher }: { scale: number; longer: number; higher: number },
): Mask {
  const zone: Mask = { width, height, data: new Uint8Array(width * height) };
  for (const { centre, along, length, height: letters } of lines) {
    const [reachAlong, reachAcross] = [scale * (length / 2 + letters * longer), (scale * letters * higher) / 2];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [dx, dy] = [x + 0.5 - centre.x * scale, y + 0.5 - centre.y * scale];
        const inside =
          Math.abs(dx * along.x + dy * along.y) <= reachAlong && Math.abs(dy * along.x - dx * along.y) <= reachAcross;
        if (inside) zone.data[y * width + x] = 1;
      }
    }
  }
  return zone;
}

/** The parts of the shape that can be letters: strokes, not surfaces, no specks, with edges that the veil explains. */
function lettersIn(picture: Picture, veil: Veil, { shape, height }: { shape: Mask; height: number }): Mask {
  const surfaces = wideParts(shape, Math.max(2, Math.round(height * WIDEST_STROKE)));
  const strokes: Mask = { ...shape, data: shape.data.map((value, i) => value & ~byteAt(surfaces.data, i)) };
  const data = new Uint8Array(shape.data.length);
  for (const { pixels } of componentsOf(strokes)) {
    if (pixels.length < height * height * LEAST_LETTER) continue;
    if (explainedEdges(picture, veil, { pixels, strokes }) < LEAST_EXPLAINED) continue;
    for (const pixel of pixels) data[pixel] = 1;
  }
  return { ...shape, data };
}

/** Share of the edges along a part's rim that vanish with the veil. */
function explainedEdges(
  { width, height, data }: Picture,
  { through, ink }: Veil,
  { pixels, strokes }: { pixels: Int32Array; strokes: Mask },
): number {
  let [rim, explained] = [0, 0];
  for (const pixel of pixels) {
    const x = pixel % width;
    for (const step of [1, -1, width, -width]) {
      const outside = pixel + 2 * step;
      const inside = pixel - step;
      const alongRow = Math.abs(step) === 1;
      if (alongRow && (x + 2 * step < 0 || x + 2 * step >= width || x - step < 0 || x - step >= width)) continue;
      if (!alongRow && (Math.min(outside, inside) < 0 || Math.max(outside, inside) >= width * height)) continue;
      if (strokes.data[pixel + step] || strokes.data[outside] || !strokes.data[inside]) continue;
      rim++;
      let worst = 0;
      for (let c = 0; c < 3; c++) {
        const expected = through * byteAt(data, outside * 3 + c) + numberAt(ink, c);
        worst = Math.max(worst, Math.abs(byteAt(data, inside * 3 + c) - expected));
      }
      if (worst < EXPLAINED_WITHIN) explained++;
    }
  }
  return rim === 0 ? 0 : explained / rim;
}

function enlarged(mask: Mask, { width, height }: { width: number; height: number }): Mask {
  if (mask.width === width && mask.height === height) return mask;
  const raster = createRaster(mask.width, mask.height, 1);
  raster.data.set(mask.data);
  return threshold(resample(raster, width, height, 'linear'), 0.5);
}

function shrunk(picture: Picture, scale: number): Picture {
  const small = createPicture(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const part = { left: 0, top: 0, width: small.width, height: small.height };
  pasteRaster(small, resample(rasterOf(picture), small.width, small.height, 'area'), part, part);
  return small;
}
