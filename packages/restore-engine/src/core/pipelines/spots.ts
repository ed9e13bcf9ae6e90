/**
 * Foxing, dust and specks on even ground, found by arithmetic: a second opinion beside the damage network, which leaves
 * them where they are faint. Spots of that kind come in numbers and lie all over a print. Buttons and moles are few;
 * beads, lace, leaves and polka dots are together in one place, and what lies between them is not even.
 */
import { boxBlur, gaussianBlur } from '../image/blur';
import { type Component, componentsOf, dilate, type Mask, threshold } from '../image/mask';
import { topHat } from '../image/morphology';
import { at, createRaster, type Raster } from '../image/picture';
import { resample } from '../image/resample';

/** Long side, in pixels, of the picture that is looked at; smaller ones are not enlarged. Lengths are in its pixels. */
const LOOK_SIDE_PX = 1000;
/** Grain of single pixels is smoothed by this standard deviation. */
const SMOOTH_PX = 0.7;
/** A spot has at least this area, and is at most this wide. */
const SIZE = { leastArea: 4, mostWidth: 14 };
/**
 * A spot is darker than its surroundings by at least `least` levels, and by `times` as much as places within `around`
 * are on average. It reaches as far as it has this share of that.
 */
const STANDS_OUT = { least: 5, times: 5, around: 20, share: 0.5 };
/**
 * Ground is even if, `from` to `to` pixels away from a spot, at most `share` of it differs from its median by more than
 * `part` of the spot's contrast, or by more than `levels`: between the holes of lace there is thread.
 */
const EVEN = { from: 2, to: 12, part: 0.35, levels: 12, share: 0.15 };
/** At least half of all that stands out, dark or bright, as near as this to a spot must be spots. */
const NEAR_PX = 40;
/** A print has spots in at least so many places, squares of this side, or none. */
const PLACES = { least: 10, side: 60 };
/**
 * The pattern of a cloth or a wall is regular: the distances from each spot to the next one vary less than this part of
 * their mean. At random it is .52 (P. J. Clark, F. C. Evans, "Distance to Nearest Neighbor as a Measure of Spatial
 * Relationships in Populations", 1954), foxing and dust have .48 to 1.6.
 */
const LEAST_SCATTER = 0.38;
/** How far a spot is covered beyond its mark: sharpening draws a pale ring round it. */
const RIM_PX = 3;

/** Spots, at the size at which they were looked for. */
export interface Spots {
  width: number;
  height: number;
  spots: Component[];
}

/**
 * Returns the dark spots of a print; none if there are few. Bright ones are left to the network: glints, lights and
 * drops of water come in numbers too.
 * @param luma a print's, 0..255, of any size
 * @param checkpoint called between the steps; may throw to end the work
 */
export function spotsIn(luma: Raster, checkpoint: () => void = () => undefined): Spots {
  const scale = Math.min(1, LOOK_SIDE_PX / Math.max(luma.width, luma.height));
  const [width, height] = [luma.width, luma.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const seen = gaussianBlur(scale < 1 ? resample(luma, width, height, 'area') : luma, SMOOTH_PX);
  checkpoint();
  const dark = standingOut(seen, 'dark');
  const spots = dark.filter((group) => isSmall(group) && isOnEvenGround(group, seen));
  if (placesOf(spots) < PLACES.least) return { width, height, spots: [] };
  checkpoint();
  const all = [...dark, ...standingOut(seen, 'bright')];
  const alone = spots.filter((spot) => nearTo(spot, all) <= 2 * nearTo(spot, spots));
  const arePopulation = placesOf(alone) >= PLACES.least && scatterOf(alone) >= LEAST_SCATTER;
  return { width, height, spots: arePopulation ? alone : [] };
}

/** Marks the spots and their rims, at the size of `picture`. */
export function spotMask({ width, height, spots }: Spots, picture: { width: number; height: number }): Mask {
  if (spots.length === 0) {
    return { width: picture.width, height: picture.height, data: new Uint8Array(picture.width * picture.height) };
  }
  const marks = createRaster(width, height, 1);
  for (const { pixels } of spots) for (const pixel of pixels) marks.data[pixel] = 1;
  const marked = threshold(resample(marks, picture.width, picture.height, 'linear'), 0.3);
  return dilate(marked, Math.round((RIM_PX * picture.width) / width));
}

/** Groups of pixels that are darker or brighter than their surroundings, spots or not. */
function standingOut(luma: Raster, polarity: 'bright' | 'dark'): Component[] {
  const hat = topHat(luma, SIZE.mostWidth / 2, polarity);
  const usual = boxBlur(hat, STANDS_OUT.around);
  for (let i = 0; i < hat.data.length; i++) {
    hat.data[i] = at(hat.data, i) / Math.max(STANDS_OUT.least, STANDS_OUT.times * at(usual.data, i));
  }
  return componentsOf(threshold(hat, STANDS_OUT.share)).filter(
    ({ pixels }) => pixels.length >= SIZE.leastArea && pixels.some((pixel) => at(hat.data, pixel) >= 1),
  );
}

function isSmall({ left, top, right, bottom }: Component): boolean {
  return Math.max(right - left, bottom - top) < SIZE.mostWidth;
}

function isOnEvenGround({ pixels, left, top, right, bottom }: Component, { width, height, data }: Raster): boolean {
  const [fromX, toX] = [Math.max(0, left - EVEN.to), Math.min(width - 1, right + EVEN.to)];
  const [fromY, toY] = [Math.max(0, top - EVEN.to), Math.min(height - 1, bottom + EVEN.to)];
  const ring = new Float32Array((toX - fromX + 1) * (toY - fromY + 1));
  let count = 0;
  for (let y = fromY; y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      const squared = Math.max(left - x, x - right, 0) ** 2 + Math.max(top - y, y - bottom, 0) ** 2;
      if (squared >= EVEN.from ** 2 && squared <= EVEN.to ** 2) ring[count++] = at(data, y * width + x);
    }
  }
  const around = ring.subarray(0, count).sort();
  const ground = at(around, count >> 1);
  const level = pixels.reduce((sum, pixel) => sum + at(data, pixel), 0) / pixels.length;
  const most = Math.min(EVEN.levels, EVEN.part * Math.abs(level - ground));
  return around.filter((value) => Math.abs(value - ground) > most).length <= EVEN.share * count;
}

/** How many of the groups are near to a spot. */
function nearTo(spot: Component, groups: readonly Component[]): number {
  let near = 0;
  for (const { left, top, right, bottom } of groups) {
    const apartX = Math.max(left - spot.right, spot.left - right, 0);
    const apartY = Math.max(top - spot.bottom, spot.top - bottom, 0);
    if (Math.hypot(apartX, apartY) <= NEAR_PX) near++;
  }
  return near;
}

function placesOf(spots: readonly Component[]): number {
  const squares = spots
    .map(middleOf)
    .map(({ x, y }) => `${Math.floor(x / PLACES.side)},${Math.floor(y / PLACES.side)}`);
  return new Set(squares).size;
}

/** Standard deviation of the distances to the nearest other spot, divided by their mean. */
function scatterOf(spots: readonly Component[]): number {
  const middles = spots.map(middleOf);
  const distances = middles.map((own) =>
    middles.reduce((least, other) => {
      const distance = other === own ? Number.POSITIVE_INFINITY : Math.hypot(other.x - own.x, other.y - own.y);
      return Math.min(least, distance);
    }, Number.POSITIVE_INFINITY),
  );
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
  const variance = distances.reduce((sum, distance) => sum + (distance - mean) ** 2, 0) / distances.length;
  return Math.sqrt(variance) / mean;
}

const middleOf = ({ left, top, right, bottom }: Component) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
