/** How far pixels are from a seed when crossing an edge costs what the edge is high. */
import { PixelHeap } from '../inpaint/heap';
import { at, type Raster, type Rect } from './picture';

/**
 * Least sum of grey-level differences on a way from the seeds, within a rectangle; Infinity elsewhere.
 * @param luma one channel, 0..255; smooth it first, or grain adds up
 * @param seeds pixel indices
 * @param stepCost added for every pixel walked, so that flat areas are not infinitely near
 */
export function geodesicDistance(
  luma: Raster,
  seeds: Iterable<number>,
  { within, stepCost }: { within: Rect; stepCost: number },
): Float32Array {
  const distance = new Float32Array(luma.data.length).fill(Number.POSITIVE_INFINITY);
  const heap = new PixelHeap();
  for (const seed of seeds) {
    distance[seed] = 0;
    heap.push(seed, 0);
  }
  const settled = new Uint8Array(luma.data.length);
  const visit = (from: number, to: number) => {
    const reached = at(distance, from) + stepCost + Math.abs(at(luma.data, to) - at(luma.data, from));
    if (reached >= at(distance, to)) return;
    distance[to] = reached;
    heap.push(to, reached);
  };
  while (heap.size > 0) {
    const pixel = heap.pop();
    if (settled[pixel]) continue;
    settled[pixel] = 1;
    const x = pixel % luma.width;
    const y = (pixel - x) / luma.width;
    if (x > within.left) visit(pixel, pixel - 1);
    if (x < within.left + within.width - 1) visit(pixel, pixel + 1);
    if (y > within.top) visit(pixel, pixel - luma.width);
    if (y < within.top + within.height - 1) visit(pixel, pixel + luma.width);
  }
  return distance;
}
