import type { Adjustment } from '@heirlight/contract/adjustment';
import type { Block } from './block';
import { CONTRAST, LUMA, WARM } from './colour';
import { createColourStrokes, type Tint } from './colourStrokes';
import { MAP_NUMBERS, type Maps } from './maps';
import type { Mend } from './mend';
import { mended, rowsToMend } from './mended';
import { mixedLine, placesOf, type Size } from './planes';
import { resized } from './resize';
import type { Rows } from './rows';
import { createStrokeMask, type Mask, NO_MASK } from './strokes';

export { CONTRAST, LUMA, WARM } from './colour';
export { type ColourStrokes, createColourStrokes, NO_TINT, type Tint } from './colourStrokes';
export { MAP_NUMBERS, MAP_SIDE_PX, type Maps, mapsOf } from './maps';
export { type Fill, type Mend, mendOf, NO_MEND } from './mend';
export { enlargedPart } from './resize';
export { type Rows, rowsOf } from './rows';
export {
  createStrokeMask,
  MASK_SIDE_PX,
  type Mask,
  NO_MASK,
  type StrokeMask,
} from './strokes';

/** Luma (0..1) by which nothing is divided that is less. */
const LEAST = 1e-4;

/**
 * Adjusts the pixels of a part. With d = result - original, of each pixel's d
 *
 * - `colour` takes the chroma,
 * - `repair` takes the low frequencies of the luma, and its details where a mark was mended,
 * - `sharpness` takes the other details; `faces` takes its share of all details within faces.
 *
 * Then `contrast` bends the luma by an S-shaped curve, and `warmth` moves the chroma from blue to red. All of it is linear
 * in both pictures but for that curve, so a smaller copy shows what the whole picture will be. The strengths at 1 give the
 * result exactly; at 0 the original. Where the mask is 255 they are 0, but for `colour` where the original has no
 * chroma to bring back. What is mended is so in both pictures, before all that.
 *
 * At last the tint gives its chroma to what it covers, and leaves the luma. Black and white have no chroma, and it grows
 * from both ends to that of the picked colour at its own luma: shade is a darker body colour, and a highlight mixes it with
 * the light's (S. Shafer, "Using color to separate reflection components", Color Research & Application 10(4), 1985). The
 * shade takes less than that, by the root of its share of the luma: the full rule looks like paint.
 *
 * @param maps and the mask and the tint of the strokes and what they mended, if there are any
 * @param out receives the pixels, RGBA
 */
export function adjustBlock(
  block: Block,
  maps: Maps & { mask?: Mask | null; mend?: Mend | null; tint?: Tint | null },
  { repair, colour, faces, sharpness, warmth, contrast }: Adjustment,
  out: Uint8ClampedArray,
): void {
  const { original, result, width, height, part } = maps.mend ? mended(block, maps.mend) : block;
  const [ofRed, ofGreen, ofBlue] = LUMA;
  const [warmRed, warmGreen, warmBlue] = WARM.map((by) => by * warmth) as [number, number, number];
  const bend = contrast * CONTRAST;
  // One number more: the right one of the last two places is beyond the end where the left one is the last.
  const line = new Float32Array((maps.width + 1) * MAP_NUMBERS);
  const columns = placesOf(part.x, part.width, width, maps.width);
  const rows = placesOf(part.y, part.height, height, maps.height);
  const mask = maps.mask ?? NO_MASK;
  const maskLine = new Float32Array(mask.width + 1);
  const maskColumns = placesOf(part.x, part.width, width, mask.width);
  const maskRows = placesOf(part.y, part.height, height, mask.height);
  for (let y = 0, at = 0; y < height; y++) {
    mixedLine(line, maps, rows.first[y] ?? 0, rows.share[y] ?? 0);
    mixedLine(maskLine, mask, maskRows.first[y] ?? 0, maskRows.share[y] ?? 0);
    for (let x = 0; x < width; x++, at += 4) {
      const left = (columns.first[x] ?? 0) * MAP_NUMBERS;
      const share = columns.share[x] ?? 0;
      const low = (line[left] ?? 0) * (1 - share) + (line[left + 3] ?? 0) * share;
      const mark = (line[left + 1] ?? 0) * (1 - share) + (line[left + 4] ?? 0) * share;
      const face = (line[left + 2] ?? 0) * (1 - share) + (line[left + 5] ?? 0) * share;
      const inMask = maskColumns.first[x] ?? 0;
      const ofNext = maskColumns.share[x] ?? 0;
      const back = ((maskLine[inMask] ?? 0) * (1 - ofNext) + (maskLine[inMask + 1] ?? 0) * ofNext) / 255;

      const red = original[at] ?? 0;
      const green = original[at + 1] ?? 0;
      const blue = original[at + 2] ?? 0;
      const byRed = (result[at] ?? 0) - red;
      const byGreen = (result[at + 1] ?? 0) - green;
      const byBlue = (result[at + 2] ?? 0) - blue;
      const byLuma = ofRed * byRed + ofGreen * byGreen + ofBlue * byBlue;
      const details = (sharpness + (repair - sharpness) * mark) * (1 - face * (1 - faces));
      // Of the luma's change, `low` is taken by repair and the rest by the details.
      const taken = (1 - back) * (details * byLuma + (repair - details) * low * 255);
      const chroma = (1 - back * mask.chroma) * colour;
      let luma = (ofRed * red + ofGreen * green + ofBlue * blue + taken) / 255;
      if (luma < 0) luma = 0;
      else if (luma > 1) luma = 1;
      const lighter = taken - chroma * byLuma + bend * luma * (1 - luma) * (2 * luma - 1) * 255;
      out[at] = red + chroma * byRed + lighter + warmRed * luma * 255;
      out[at + 1] = green + chroma * byGreen + lighter + warmGreen * luma * 255;
      out[at + 2] = blue + chroma * byBlue + lighter + warmBlue * luma * 255;
      out[at + 3] = 255;
    }
  }
  if (maps.tint) layTint(maps.tint, { width, height, part }, out);
}

/** Gives the chroma of a tint to pixels that are adjusted. */
function layTint(
  tint: Tint,
  { width, height, part }: Pick<Block, 'width' | 'height' | 'part'>,
  out: Uint8ClampedArray,
): void {
  const [ofRed, ofGreen, ofBlue] = LUMA;
  const line = new Float32Array((tint.width + 1) * 4);
  const columns = placesOf(part.x, part.width, width, tint.width);
  const rows = placesOf(part.y, part.height, height, tint.height);
  for (let y = 0, at = 0; y < height; y++) {
    mixedLine(line, tint, rows.first[y] ?? 0, rows.share[y] ?? 0);
    for (let x = 0; x < width; x++, at += 4) {
      const left = (columns.first[x] ?? 0) * 4;
      const share = columns.share[x] ?? 0;
      const cover = (line[left + 3] ?? 0) * (1 - share) + (line[left + 7] ?? 0) * share;
      if (cover <= 0) continue;
      const ofRight = share / cover;
      const ofLeft = (1 - share) / cover;
      const red = (line[left] ?? 0) * ofLeft + (line[left + 4] ?? 0) * ofRight;
      const green = (line[left + 1] ?? 0) * ofLeft + (line[left + 5] ?? 0) * ofRight;
      const blue = (line[left + 2] ?? 0) * ofLeft + (line[left + 6] ?? 0) * ofRight;
      const picked = ofRed * red + ofGreen * green + ofBlue * blue;
      const luma = (ofRed * (out[at] ?? 0) + ofGreen * (out[at + 1] ?? 0) + ofBlue * (out[at + 2] ?? 0)) / 255;
      const darker = luma / Math.max(picked, LEAST);
      const lighter = (1 - luma) / Math.max(1 - picked, LEAST);
      const strength = Math.min(darker * Math.sqrt(darker), lighter);
      const taken = cover / 255;
      const kept = 1 - taken;
      out[at] = kept * (out[at] ?? 0) + taken * 255 * (luma + strength * (red - picked));
      out[at + 1] = kept * (out[at + 1] ?? 0) + taken * 255 * (luma + strength * (green - picked));
      out[at + 2] = kept * (out[at + 2] ?? 0) + taken * 255 * (luma + strength * (blue - picked));
    }
  }
}

/** Where the strokes of an adjustment bring the original back; null if there are none. */
function maskOf(original: Rows, result: Size, { strokes }: Adjustment): Mask | null {
  if (!strokes?.some(({ kind }) => kind !== 'colour')) return null;
  return createStrokeMask(original, result).render(strokes);
}

/** What its colour strokes lay over the result; null if there are none. */
function tintOf(result: Rows, { strokes }: Adjustment): Tint | null {
  if (!strokes?.some(({ kind }) => kind === 'colour')) return null;
  return createColourStrokes(result).render(strokes);
}

/**
 * The adjusted picture in the result's size. It is made as it is read, a few rows at a time.
 *
 * @param maps and what is mended, from `mendOf`: without it, `mend` strokes do nothing
 */
export function adjusted(
  pictures: { original: Rows; result: Rows },
  maps: Maps & { mend?: Mend | null },
  adjustment: Adjustment,
): Rows {
  const { result } = pictures;
  const { width, height } = result;
  const original = resized(pictures.original, result);
  const mask = maskOf(pictures.original, result, adjustment);
  const known = { ...maps, mend: null, mask, tint: tintOf(result, adjustment) };
  const blockOf = (from: number, count: number): Block => ({
    original: original.read(from, count),
    result: result.read(from, count),
    width,
    height: count,
    part: { x: 0, y: from / height, width: 1, height: count / height },
  });
  const mendedRows = (from: number, count: number, mend: Mend): Block => {
    const [top, tall] = rowsToMend(mend, [from, count], height);
    return mended(blockOf(top, tall), mend, [from - top, count]);
  };
  return {
    width,
    height,
    read(from, count) {
      const out = new Uint8ClampedArray(count * width * 4);
      const block = maps.mend ? mendedRows(from, count, maps.mend) : blockOf(from, count);
      adjustBlock(block, known, adjustment, out);
      return out;
    },
  };
}
