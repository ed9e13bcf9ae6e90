/** How near a restored picture is to the truth. */
import { gaussianBlur } from '../core/image/blur';
import { at, createRaster, lumaOf, type Picture, type Raster } from '../core/image/picture';

export interface Scores {
  /** Decibels, on luma. */
  psnr: number;
  /** Structural similarity, 0..1, on luma. Wang et al. 2004, https://doi.org/10.1109/TIP.2003.819861 */
  ssim: number;
  /**
   * Gradient magnitude similarity deviation; 0 is equal. Agrees with viewers better than the other two.
   * Xue et al. 2014, https://arxiv.org/abs/1308.3052
   */
  gmsd: number;
}

export function scoresOf(picture: Picture, truth: Picture): Scores {
  const [a, b] = [lumaOf(picture), lumaOf(truth)];
  return { psnr: psnrOf(a, b), ssim: ssimOf(a, b), gmsd: gmsdOf(a, b) };
}

function psnrOf(a: Raster, b: Raster): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += (at(a.data, i) - at(b.data, i)) ** 2;
  return Math.min(99, 10 * Math.log10((255 * 255 * a.data.length) / sum));
}

function product(a: Raster, b: Raster): Raster {
  return { ...a, data: a.data.map((value, i) => value * at(b.data, i)) };
}

function ssimOf(a: Raster, b: Raster): number {
  const c1 = (0.01 * 255) ** 2;
  const c2 = (0.03 * 255) ** 2;
  const smooth = (raster: Raster) => gaussianBlur(raster, 1.5).data;
  const [meanA, meanB] = [smooth(a), smooth(b)];
  const [squareA, squareB, cross] = [smooth(product(a, a)), smooth(product(b, b)), smooth(product(a, b))];
  let sum = 0;
  for (let i = 0; i < meanA.length; i++) {
    const [ma, mb] = [at(meanA, i), at(meanB, i)];
    const variance = at(squareA, i) - ma * ma + at(squareB, i) - mb * mb;
    const covariance = at(cross, i) - ma * mb;
    sum += ((2 * ma * mb + c1) * (2 * covariance + c2)) / ((ma * ma + mb * mb + c1) * (variance + c2));
  }
  return sum / meanA.length;
}

/** Prewitt gradient of the picture at half size, as the paper prescribes. */
function gradient(luma: Raster): Raster {
  const { width, height } = luma;
  const half = createRaster(Math.floor(width / 2), Math.floor(height / 2), 1);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const i = 2 * y * width + 2 * x;
      half.data[y * half.width + x] =
        (at(luma.data, i) + at(luma.data, i + 1) + at(luma.data, i + width) + at(luma.data, i + width + 1)) / 4;
    }
  }
  const out = createRaster(half.width, half.height, 1);
  for (let y = 1; y < half.height - 1; y++) {
    for (let x = 1; x < half.width - 1; x++) {
      const i = y * half.width + x;
      const value = (dx: number, dy: number) => at(half.data, i + dy * half.width + dx);
      const across = value(1, -1) + value(1, 0) + value(1, 1) - value(-1, -1) - value(-1, 0) - value(-1, 1);
      const along = value(-1, 1) + value(0, 1) + value(1, 1) - value(-1, -1) - value(0, -1) - value(1, -1);
      out.data[i] = Math.hypot(across, along) / 3;
    }
  }
  return out;
}

function gmsdOf(a: Raster, b: Raster): number {
  const constant = 170;
  const [first, second] = [gradient(a).data, gradient(b).data];
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < first.length; i++) {
    const [x, y] = [at(first, i), at(second, i)];
    const similarity = (2 * x * y + constant) / (x * x + y * y + constant);
    sum += similarity;
    squares += similarity * similarity;
  }
  const mean = sum / first.length;
  return Math.sqrt(Math.max(0, squares / first.length - mean * mean));
}
