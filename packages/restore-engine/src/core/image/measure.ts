/** How noisy and how soft a picture is, from the picture alone. */
import { at, byteAt, numberAt, type Raster } from './picture';
import { resample } from './resample';

const BLOCK_PX = 12;
/** Noise is read off the calmest share of the picture: grain is everywhere, texture is not. */
const CALM_SHARE = 0.2;
/** At half the size texture fills more of the picture, so fewer blocks are calm. */
const CALM_SHARE_COARSE = 0.05;
/** What the calmest blocks of even noise fall short of its deviation, by chance alone, at that share. */
const CALM_SHORTFALL = 0.9;
/** Even noise: its less calm blocks read up to this many times its calmest. Busy scenes differ far more. */
const EVENNESS = 1.35;
/** So many pixels, row by row, are enough to tell what holds for a whole picture. */
const ENOUGH_PX = 250_000;

/**
 * Standard deviation of the noise, in grey levels: Immerkaer's Laplacian in the calmest blocks, at full and at half
 * size; the larger counts. JPEG and soft scans lose the finest grain and keep the coarse: 2 at full size may be 7 at
 * half. J. Immerkaer, "Fast Noise Variance Estimation" (1996), https://doi.org/10.1006/cviu.1996.0060.
 * @param luma one channel, 0..255
 */
export function noiseOf(luma: Raster): number {
  const half = resample(luma, Math.max(1, luma.width >> 1), Math.max(1, luma.height >> 1), 'area');
  const levels = blockLevels(half);
  const calmest = levelAt(levels, CALM_SHARE_COARSE);
  const even = Math.min(1, (EVENNESS * calmest) / Math.max(1e-6, levelAt(levels, CALM_SHARE)));
  // The mean of four pixels of independent noise has half its deviation.
  const coarse = ((2 * calmest) / CALM_SHORTFALL) * even;
  return Math.max(levelAt(blockLevels(luma), CALM_SHARE), coarse);
}

/** Of every block that tells, what it says the noise is, rising. */
function blockLevels(luma: Raster): number[] {
  const levels: number[] = [];
  for (let top = 1; top + BLOCK_PX < luma.height; top += BLOCK_PX) {
    for (let left = 1; left + BLOCK_PX < luma.width; left += BLOCK_PX) {
      const level = noiseOfBlock(luma, left, top);
      if (level !== undefined) levels.push(level);
    }
  }
  return levels.sort((a, b) => a - b);
}

function levelAt(levels: readonly number[], share: number): number {
  return levels[Math.floor(levels.length * share)] ?? 0;
}

/** Undefined where more than a third is black or white: clipped areas hide noise. */
function noiseOfBlock({ width, data }: Raster, left: number, top: number): number | undefined {
  let sum = 0;
  let count = 0;
  for (let y = top; y < top + BLOCK_PX; y++) {
    for (let x = left; x < left + BLOCK_PX; x++) {
      const i = y * width + x;
      const here = at(data, i);
      if (here < 6 || here > 249) continue;
      const corners =
        at(data, i - width - 1) + at(data, i - width + 1) + at(data, i + width - 1) + at(data, i + width + 1);
      const sides = at(data, i - width) + at(data, i + width) + at(data, i - 1) + at(data, i + 1);
      sum += Math.abs(corners - 2 * sides + 4 * here);
      count++;
    }
  }
  // The mask multiplies the deviation by 6; the mean of |N(0,1)| is the square root of 2 / pi.
  return count * 3 < BLOCK_PX * BLOCK_PX * 2 ? undefined : ((sum / count) * Math.sqrt(Math.PI / 2)) / 6;
}

/**
 * Width of the sharpest edges, in pixels: the standard deviation of the blur that made them, from contrast against
 * gradient of the steepest percent of pixels. About 0.5 for a sharp picture.
 * @param luma one channel, 0..255
 */
export function blurOf(luma: Raster): number {
  const { width, height, data } = luma;
  const reach = 4;
  const every = rowStep(luma);
  const slopes = new Float32Array(width * Math.ceil(height / every));
  const blurs = new Float32Array(slopes.length);
  let edges = 0;
  for (let y = reach; y < height - reach; y += every) {
    for (let x = reach; x < width - reach; x++) {
      const i = y * width + x;
      const acrossX = at(data, i + 1) - at(data, i - 1);
      const acrossY = at(data, i + width) - at(data, i - width);
      const slope = Math.sqrt(acrossX * acrossX + acrossY * acrossY) / 2;
      if (slope < 4) continue;
      const step = Math.abs(acrossX) > Math.abs(acrossY) ? 1 : width;
      const contrast = Math.abs(at(data, i + reach * step) - at(data, i - reach * step));
      slopes[edges] = slope;
      // An ideal step of this contrast, blurred by s, has the slope contrast / (s * sqrt(2 pi)).
      blurs[edges++] = contrast / (slope * Math.sqrt(2 * Math.PI));
    }
  }
  if (edges < 20) return 0.5;
  const counted = Math.max(20, Math.round(edges * 0.1));
  const rising = slopes.slice(0, edges).sort();
  const least = at(rising, edges - counted);
  const steepest = blurs.subarray(0, edges).filter((_, edge) => at(slopes, edge) >= least);
  return at(steepest.sort(), steepest.length >> 1);
}

/**
 * Width of the finest detail within a mask, in pixels: the root of its gradients' energy over its Laplacian's. A thin
 * line blurred by a Gaussian reads .82 of its standard deviation (two integrals over its spectrum), a line sharp to the
 * pixel .4 to .5, nothing at all 0.
 * @param luma one channel, 0..255
 * @param mask of its size
 */
export function detailWithin({ width, height, data }: Raster, { data: marked }: { data: Uint8Array }): number {
  let [slopes, bends] = [0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      if (!byteAt(marked, i)) continue;
      const [left, right, above, below] = [at(data, i - 1), at(data, i + 1), at(data, i - width), at(data, i + width)];
      slopes += ((right - left) ** 2 + (below - above) ** 2) / 4;
      bends += (left + right + above + below - 4 * at(data, i)) ** 2;
    }
  }
  return bends > 0 ? Math.sqrt(slopes / bends) : 0;
}

/** Of a large picture every so many-th row tells what is wanted of all its pixels. */
export function rowStep({ width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.floor((width * height) / ENOUGH_PX));
}

/** The value below which `target` of the counted lie, interpolated within its bin. */
export function quantileOf(counts: Uint32Array, target: number): number {
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    const count = numberAt(counts, value);
    if (seen + count >= target && count > 0) return value - 0.5 + (target - seen) / count;
    seen += count;
  }
  return counts.length - 1;
}
