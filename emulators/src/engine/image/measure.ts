/** How noisy and how soft a picture is, from the picture alone. */
import { at, type Raster } from './picture';

/**
 * Standard deviation of the noise, in grey levels: the median absolute response of Immerkaer's Laplacian, so that edges, being few,
 * do not count. J. Immerkaer, "Fast Noise Variance Estimation" (1996), https://doi.org/10.1006/cviu.1996.0060.
 * @param luma one channel, 0..255
 */
export function noiseOf(luma: Raster): number {
  const { width, height, data } = luma;
  const counts = new Uint32Array(1024);
  let total = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const here = at(data, i);
      // Blown-out and blocked-up areas hold no noise and would hide that of the rest.
      if (here < 8 || here > 247) continue;
      const corners =
        at(data, i - width - 1) + at(data, i - width + 1) + at(data, i + width - 1) + at(data, i + width + 1);
      const sides = at(data, i - width) + at(data, i + width) + at(data, i - 1) + at(data, i + 1);
      const response = Math.abs(corners - 2 * sides + 4 * here);
      counts[Math.min(1023, Math.round(response))] = at(counts, Math.min(1023, Math.round(response))) + 1;
      total++;
    }
  }
  // The mask multiplies the deviation by 6; the median of |N(0,1)| is .6745.
  return total === 0 ? 0 : quantileOf(counts, total * 0.5) / 6 / 0.6745;
}

/**
 * Width of the sharpest edges, as the standard deviation in pixels of the blur that made them: contrast against gradient for the
 * steepest percent of pixels. About 0.5 for a sharp picture.
 * @param luma one channel, 0..255
 */
export function blurOf(luma: Raster): number {
  const { width, height, data } = luma;
  const reach = 4;
  const edges: Array<{ slope: number; blur: number }> = [];
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const i = y * width + x;
      const acrossX = at(data, i + 1) - at(data, i - 1);
      const acrossY = at(data, i + width) - at(data, i - width);
      const slope = Math.hypot(acrossX, acrossY) / 2;
      if (slope < 4) continue;
      const step = Math.abs(acrossX) > Math.abs(acrossY) ? 1 : width;
      const contrast = Math.abs(at(data, i + reach * step) - at(data, i - reach * step));
      // An ideal step of this contrast, blurred by s, has the slope contrast / (s * sqrt(2 pi)).
      edges.push({ slope, blur: contrast / (slope * Math.sqrt(2 * Math.PI)) });
    }
  }
  if (edges.length < 20) return 0.5;
  edges.sort((a, b) => b.slope - a.slope);
  const steepest = edges.slice(0, Math.max(20, Math.round(edges.length * 0.1))).map(({ blur }) => blur);
  steepest.sort((a, b) => a - b);
  return at(steepest, Math.floor(steepest.length / 2));
}

/** The value below which `target` of the counted lie, interpolated within its bin. */
export function quantileOf(counts: Uint32Array, target: number): number {
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    const count = at(counts, value);
    if (seen + count >= target && count > 0) return value - 0.5 + (target - seen) / count;
    seen += count;
  }
  return counts.length - 1;
}
