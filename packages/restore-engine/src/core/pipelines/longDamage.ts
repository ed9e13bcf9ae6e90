/**
 * Cracks, folds and long scratches, each judged and marked as a whole. Looks from further away find them and follow
 * them to their ends; the usual look, which doubts less, says whether they are damage.
 */
import type { Mask } from '../image/mask';
import { at, createRaster, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { type Line, longLines, type Point } from './longLines';

/** Limits of `longLines`; the score in diagonals of the picture. */
const LEAST_SCORE = 0.04;
const MOST_LINES = 16;
/**
 * A line is damage if `usual * its mean chance in the usual look + score * ln(its score in diagonals)` is at least
 * `least`: the longer it is, the less sure the usual look must be. Fitted by logistic regression to 320 followed lines
 * of grey prints, with drawn damage and without. Bend, tone, contrast with both sides, ends at the border and the doubt
 * around it were tried beside these two, and told hardly more.
 */
const DAMAGE = { usual: 6.94, score: 1.12, least: 2.4 };
/** A line nearer to the border than this share of the longer side, over half its length, is the scan's edge. */
const BORDER_SHARE = 0.03;
/** From this chance on a pixel beside a line belongs to it. */
const BELONGS = 0.5;
/** A look sees a line if that much belongs to it at this share of its points. The finest such look gives its width. */
const SEES_SHARE = 0.6;
/** Half widths of a line, in shares of the picture's longer side. */
const HALF_SHARE = { least: 0.0008, most: 0.011 };
/** The usual half width is this quantile of those seen. Below this part of it there is a gap, marked at usual width. */
const USUAL = { quantile: 0.6, part: 0.75 };
/** What belongs to a line lies within this many usual half widths of its middle, and a pixel. */
const REACH = 1.5;
/** How far the middle of what stands out may lie from the line, and where its sides begin, in pixels. */
const MIDDLE_PX = { most: 3, side: 5 };
/** Pixels to both sides over which a line's direction, and where its middle lies, are taken. */
const TANGENT_PX = 8;

export interface LongDamage {
  /** At the size of the usual look. */
  mask: Mask;
  /** The middles of the lines, in pixels of the mask, from end to end. */
  lines: Point[][];
}

/**
 * Returns long damage, at the size of the first of the chances.
 * @param chances of damage, 0..1: of the usual look, and of those from further away, the largest raster first. Lines
 * are followed at the size of the second.
 * @param luma the photo's, of any size
 * @param checkpoint called between the steps; may throw to end the work
 */
export function longDamage(
  chances: readonly Raster[],
  luma: Raster,
  checkpoint: () => void = () => undefined,
): LongDamage {
  const [usual, distant] = chances as [Raster, ...Raster[]];
  const mask: Mask = { width: usual.width, height: usual.height, data: new Uint8Array(usual.data.length) };
  if (!distant) return { mask, lines: [] };
  const { width, height } = distant;
  const seen = resample(luma, width, height, luma.width > width ? 'area' : 'linear');
  const lines = damagedLines(chances, seen, checkpoint);
  checkpoint();
  const scale = mask.width / width;
  const places = lines.map((line) =>
    centred(line, seen).map(({ x, y }) => ({ x: (x + 0.5) * scale - 0.5, y: (y + 0.5) * scale - 0.5 })),
  );
  mark(mask, places, chances);
  return { mask, lines: places };
}

/** @param luma the photo's, at the size at which lines are followed */
function damagedLines(chances: readonly Raster[], luma: Raster, checkpoint: () => void): Line[] {
  const looks = chances.map((chance) => atSizeOf(chance, luma));
  const diagonal = Math.hypot(luma.width, luma.height);
  const least = LEAST_SCORE * diagonal;
  const lines = longLines(largestOf(looks), luma, { least, most: MOST_LINES, checkpoint });
  const usual = largestNearby(looks[0] as Raster);
  return lines.filter(
    (line) =>
      !isAlongBorder(line, luma) &&
      DAMAGE.usual * meanAlong(line, usual) + DAMAGE.score * Math.log(line.score / diagonal) >= DAMAGE.least,
  );
}

function isAlongBorder({ points }: Line, { width, height }: Raster): boolean {
  const border = BORDER_SHARE * Math.max(width, height);
  const along = points.filter(({ x, y }) => Math.min(x, y, width - 1 - x, height - 1 - y) < border);
  return along.length > points.length / 2;
}

function meanAlong({ points }: Line, { width, data }: Raster): number {
  return points.reduce((sum, { x, y }) => sum + at(data, y * width + x), 0) / points.length;
}

/** Resizes a raster. A reduced pixel is the largest of those it stands for: a mean would lose thin scratches. */
function atSizeOf(source: Raster, { width, height }: Pick<Raster, 'width' | 'height'>): Raster {
  if (source.width <= width) return resample(source, width, height, 'linear');
  const out = createRaster(width, height, 1);
  for (let y = 0; y < source.height; y++) {
    const row = Math.floor((y * height) / source.height) * width;
    for (let x = 0; x < source.width; x++) {
      const i = row + Math.floor((x * width) / source.width);
      out.data[i] = Math.max(at(out.data, i), at(source.data, y * source.width + x));
    }
  }
  return out;
}

/** The largest of all looks, pixel by pixel. */
function largestOf(looks: readonly Raster[]): Raster {
  const [first, ...others] = looks as [Raster, ...Raster[]];
  const out: Raster = { ...first, data: new Float32Array(first.data) };
  for (const { data } of others)
    for (let i = 0; i < data.length; i++) out.data[i] = Math.max(at(out.data, i), at(data, i));
  return out;
}

/** Each pixel becomes the largest of the nine around it: a followed line may run a pixel beside the damage. */
function largestNearby({ width, height, data }: Raster): Raster {
  const out = createRaster(width, height, 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let largest = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          largest = Math.max(largest, at(data, row * width + column));
        }
      }
      out.data[y * width + x] = largest;
    }
  }
  return out;
}

/** Marks what belongs to the lines; in gaps, a line as wide as elsewhere. */
function mark(out: Mask, lines: readonly Point[][], chances: readonly Raster[]): void {
  const { width, height } = out;
  const enlarged: Raster[] = [];
  // Few lines need a look from further away.
  const lookAt = (i: number): Raster => {
    enlarged[i] ??= resample(chances[i] as Raster, width, height, 'linear');
    return enlarged[i];
  };
  for (const places of lines) markLine(out, places, finestLook(chances.length, lookAt, places));
}

/** The finest look that sees the line whole, or else the one that sees most of it. */
function finestLook(count: number, lookAt: (i: number) => Raster, places: readonly Point[]): Raster {
  let [best, most] = [0, 0];
  for (let i = 0; i < count; i++) {
    const share = halfWidths(lookAt(i), places).filter((half) => half > 0).length / places.length;
    if (share >= SEES_SHARE) return lookAt(i);
    if (share > most) [best, most] = [i, share];
  }
  return lookAt(best);
}

function markLine(out: Mask, places: readonly Point[], look: Raster): void {
  const longer = Math.max(out.width, out.height);
  const halves = halfWidths(look, places);
  const known = halves.filter((half) => half > 0).sort((a, b) => a - b);
  const usual = Math.max(HALF_SHARE.least * longer, known[Math.floor(known.length * USUAL.quantile)] ?? 0);
  const reach = Math.min(HALF_SHARE.most * longer, REACH * usual + 1);
  for (const [i, { x, y }] of places.entries()) {
    const whole = (halves[i] as number) < USUAL.part * usual ? usual : 0;
    for (let ny = Math.max(0, Math.ceil(y - reach)); ny <= Math.min(out.height - 1, y + reach); ny++) {
      for (let nx = Math.max(0, Math.ceil(x - reach)); nx <= Math.min(out.width - 1, x + reach); nx++) {
        const distance = Math.hypot(nx - x, ny - y);
        const pixel = ny * out.width + nx;
        if (distance <= whole || (distance <= reach && at(look.data, pixel) > BELONGS)) out.data[pixel] = 1;
      }
    }
  }
}

/** Half the width that belongs to the line at each place, from the share of what lies around; 0 in a gap. */
function halfWidths({ width, height, data }: Raster, places: readonly Point[]): number[] {
  const reach = HALF_SHARE.most * Math.max(width, height);
  return places.map(({ x, y }, i) => {
    const [nx, ny] = normalAt(places, i);
    let count = 0;
    for (let offset = -Math.floor(reach); offset <= reach; offset++) {
      const [column, row] = [Math.round(x + nx * offset), Math.round(y + ny * offset)];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      if (at(data, row * width + column) > BELONGS) count++;
    }
    return count / 2;
  });
}

/** The line moved to the middle of what stands out, a little to either side. */
function centred(line: Line, luma: Raster): Point[] {
  const { points } = line;
  const moves = points.map((_, i) => {
    const across = profileAt(luma, line, i);
    let [best, most] = [0, Number.NEGATIVE_INFINITY];
    for (let offset = -MIDDLE_PX.most; offset <= MIDDLE_PX.most; offset++) {
      const middle = (across(offset - 1) + across(offset) + across(offset + 1)) / 3;
      const contrast =
        middle - Math.max(across(offset - MIDDLE_PX.side), across(offset + MIDDLE_PX.side)) - Math.abs(offset);
      if (contrast > most) [best, most] = [offset, contrast];
    }
    return best;
  });
  return points.map(({ x, y }, i) => {
    const near = moves.slice(Math.max(0, i - TANGENT_PX), i + TANGENT_PX + 1).sort((a, b) => a - b);
    const [nx, ny] = normalAt(points, i);
    const move = near[near.length >> 1] as number;
    return { x: x + nx * move, y: y + ny * move };
  });
}

/** The tone at a distance across the line, negated if the line is dark: it is the largest in the middle. */
function profileAt(luma: Raster, { isLight, points }: Line, i: number): (offset: number) => number {
  const { x, y } = points[i] as Point;
  const [nx, ny] = normalAt(points, i);
  return (offset) => {
    const column = Math.min(luma.width - 1, Math.max(0, Math.round(x + nx * offset)));
    const row = Math.min(luma.height - 1, Math.max(0, Math.round(y + ny * offset)));
    return (isLight ? 1 : -1) * at(luma.data, row * luma.width + column);
  };
}

/** Unit vector across the line. */
function normalAt(points: readonly Point[], i: number): [x: number, y: number] {
  const back = points[Math.max(0, i - TANGENT_PX)] as Point;
  const ahead = points[Math.min(points.length - 1, i + TANGENT_PX)] as Point;
  const length = Math.hypot(ahead.x - back.x, ahead.y - back.y) || 1;
  return [(back.y - ahead.y) / length, (ahead.x - back.x) / length];
}
