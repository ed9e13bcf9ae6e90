/**
 * Finds corners that are torn off. There the scanner saw its lid or the table: one even tone from the corner to a sharp
 * edge. A sky over a slope looks the same, so the network for torn prints decides (`tornDetector.ts`).
 */
import { coverage, dilate, type Mask, threshold } from '../image/mask';
import { at, byteAt, createRaster, lumaOf, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';

/** Long side at which corners are looked at, in pixels: paper is even there, and its edge still sharp. */
const SIDE_PX = 400;
/** The square at the corner that tells the tone of what lies behind, as a share of the long side. */
const SEED_SHARE = 0.02;
/** Grey levels by which what lies behind may differ from that tone. */
const TONE_SPREAD = 16;
/** What a lost corner takes away of each of its two sides, and how many times more of one than of the other. */
const REACH = { least: 0.1, most: 0.6, ratio: 2.5 };
/** How much of the rectangle over both it fills: half if it broke off straight. */
const FILLED = { least: 0.38, most: 0.63 };
/** `px` pixels beyond the region's edge, along this share of it, the tone must differ by `contrast` grey levels. */
const EDGE = { px: 3, contrast: 30, share: 0.45 };
/**
 * The network's chance that the paper is gone: at least `inside` on average and `anywhere` at each pixel (a dark coat
 * before a dark lid looks the same), and at most `outside` in a band beyond the edge, in pixels.
 */
const SURE = { inside: 0.7, anywhere: 0.2, outside: 0.3, band: { from: 5, to: 8 } };
/** A picture with more of one tone has an oval frame or rounded corners. */
const MOST_CORNERS = 2;
/** At the tips of a tear the network is unsure; the region grows this many pixels along its tone. */
const TIP_PX = 12;
/** How far into the picture the paper has frayed, as a share of the long side. */
const FRAYED_SHARE = 0.01;

/** A corner seen as if it were the upper left one. */
interface Corner {
  width: number;
  height: number;
  /** Index in the raster of the pixel this far from the corner. */
  index(x: number, y: number): number;
}

/**
 * Returns what is torn off, at the picture's size: one or two corners, or nothing.
 * @param chance the torn detector's, 0..1, of any size
 */
export function lostCorners(picture: Picture, chance: Raster): Mask {
  const scale = Math.min(1, SIDE_PX / Math.max(picture.width, picture.height));
  const [width, height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)];
  const small = resample(lumaOf(picture), width, height, 'area');
  const seen = resample(chance, width, height, 'linear');
  const even = cornersOf(small)
    .map((corner) => evenRegion(small, seen, corner))
    .filter((region) => region !== undefined);
  const lost = even.filter(
    (region) => even.filter((other) => isAlike(region, other)).length <= MOST_CORNERS && isTorn(region, seen),
  );
  const marks = createRaster(width, height, 1);
  for (const region of lost) {
    const { data } = withTips(region);
    for (let i = 0; i < marks.data.length; i++) marks.data[i] = at(marks.data, i) + byteAt(data, i);
  }
  const found = threshold(resample(marks, picture.width, picture.height, 'linear'), 0.5);
  return dilate(found, Math.ceil(FRAYED_SHARE * Math.max(picture.width, picture.height)));
}

function cornersOf({ width, height }: Raster): Corner[] {
  return [0, height - 1].flatMap((top) =>
    [0, width - 1].map((left) => ({
      width,
      height,
      index: (x: number, y: number) => Math.abs(top - y) * width + Math.abs(left - x),
    })),
  );
}

interface Region {
  mask: Mask;
  /** Mean luma, 0..255. */
  tone: number;
  /** How much a pixel differs from it, in grey levels. */
  differenceAt(pixel: number): number;
}

/** The even area that fills a corner as a lost piece would; undefined where there is none. */
function evenRegion(luma: Raster, seen: Raster, corner: Corner): Region | undefined {
  const { width, height } = corner;
  const tone = toneAt(luma, corner);
  const differenceAt = (pixel: number) => Math.abs(at(luma.data, pixel) - tone);
  const mask: Mask = { width, height, data: new Uint8Array(width * height) };
  let [reachX, reachY] = [0, 0];
  const waiting: Array<readonly [x: number, y: number]> = [[0, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [x, y] = next;
    const pixel = corner.index(x, y);
    if (mask.data[pixel] || differenceAt(pixel) > TONE_SPREAD || at(seen.data, pixel) < SURE.anywhere) continue;
    mask.data[pixel] = 1;
    [reachX, reachY] = [Math.max(reachX, x + 1), Math.max(reachY, y + 1)];
    if (reachX > width * REACH.most || reachY > height * REACH.most) return undefined;
    if (x > 0) waiting.push([x - 1, y]);
    if (y > 0) waiting.push([x, y - 1]);
    waiting.push([x + 1, y], [x, y + 1]);
  }
  if (reachX < width * REACH.least || reachY < height * REACH.least) return undefined;
  const ratio = (reachX / reachY) * (height / width);
  if (Math.max(ratio, 1 / ratio) > REACH.ratio) return undefined;
  const filled = (coverage(mask) * width * height) / (reachX * reachY);
  return filled >= FILLED.least && filled <= FILLED.most ? { mask, tone, differenceAt } : undefined;
}

const isAlike = (a: Region, b: Region): boolean => Math.abs(a.tone - b.tone) <= TONE_SPREAD;

/** Mean luma in the square at the corner. */
function toneAt(luma: Raster, { width, height, index }: Corner): number {
  const side = Math.ceil(SEED_SHARE * Math.max(width, height));
  let sum = 0;
  for (let i = 0; i < side * side; i++) sum += at(luma.data, index(i % side, Math.floor(i / side)));
  return sum / side ** 2;
}

/** Whether the region ends in an edge, and the network takes it, and not what lies beyond, for gone. */
function isTorn({ mask, differenceAt }: Region, seen: Raster): boolean {
  const meanSeen = (marks: Uint8Array) => meanOver(marks, (pixel) => at(seen.data, pixel));
  const contrasts = meanOver(around(mask, EDGE.px - 1, EDGE.px), (pixel) =>
    Number(differenceAt(pixel) > EDGE.contrast),
  );
  return (
    contrasts >= EDGE.share &&
    meanSeen(mask.data) >= SURE.inside &&
    meanSeen(around(mask, SURE.band.from, SURE.band.to)) <= SURE.outside
  );
}

/** The region and what is left of its tone beside it: a sliver of lid would be taken for part of the picture. */
function withTips({ mask, differenceAt }: Region): Mask {
  let grown = mask;
  for (let step = 0; step < TIP_PX; step++) {
    const near = dilate(grown, 1).data;
    grown = { ...mask, data: near.map((value, pixel) => (differenceAt(pixel) <= TONE_SPREAD ? value : 0)) };
  }
  return grown;
}

/** The pixels more than `from` and at most `to` away from what is marked. */
function around(mask: Mask, from: number, to: number): Uint8Array {
  const nearer = dilate(mask, from).data;
  return dilate(mask, to).data.map((value, pixel) => value & ~byteAt(nearer, pixel));
}

/** Mean over the marked pixels; 0 where none is. */
function meanOver(marks: Uint8Array, measure: (pixel: number) => number): number {
  let [count, sum] = [0, 0];
  marks.forEach((value, pixel) => {
    if (!value) return;
    count++;
    sum += measure(pixel);
  });
  return sum / Math.max(1, count);
}
