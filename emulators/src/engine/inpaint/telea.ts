/**
 * Inpainting by fast marching: A. Telea, "An Image Inpainting Technique Based on the Fast Marching Method" (2004),
 * https://doi.org/10.1080/10867651.2004.10487596. From the rim inwards each lost pixel becomes a weighted mean of the known
 * ones around it, each carried on along its own gradient. Written here because the packaged one is a 10 MB WebAssembly build of
 * OpenCV that cannot be cancelled.
 */
import { at, byteAt, numberAt, type Picture } from '../image/picture';
import { PixelHeap } from './heap';

const KNOWN = 0;
const BAND = 1;
const LOST = 2;
const FAR = 1e6;
const CANCEL_CHECK_EVERY = 4096;

export interface TeleaOptions {
  /** How far known pixels are gathered, in pixels. */
  radius?: number;
  /** Called now and then; may throw to end the work. */
  checkpoint?: () => void;
}

/**
 * Repaints in place every pixel whose mask is not 0; all others keep their bytes.
 * @param mask one byte per pixel. Where it covers the whole picture there is nothing to copy from and nothing happens.
 */
export function inpaintTelea(picture: Picture, mask: Uint8Array, options: TeleaOptions = {}): void {
  const march = new March(picture, mask, options.radius ?? 5);
  let done = 0;
  while (march.step()) {
    if (++done % CANCEL_CHECK_EVERY === 0) options.checkpoint?.();
  }
}

class March {
  private readonly state: Uint8Array;
  private readonly time: Float32Array;
  private readonly heap = new PixelHeap();
  private readonly offsets: Array<{ dx: number; dy: number; nearness: number }>;

  constructor(
    private readonly picture: Picture,
    mask: Uint8Array,
    radius: number,
  ) {
    this.state = mask.map((value) => (value ? LOST : KNOWN));
    this.time = new Float32Array(mask).map((value) => (value ? FAR : 0));
    this.offsets = offsetsWithin(radius);
    const { width, height } = picture;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const pixel = y * width + x;
        if (mask[pixel] && this.touchesKnown(x, y)) this.enqueue(pixel, x, y);
      }
    }
  }

  /** Paints the next pixel of the rim; false when none is left. */
  step(): boolean {
    if (this.heap.size === 0) return false;
    const pixel = this.heap.pop();
    if (this.state[pixel] === KNOWN) return true;
    const { width, height } = this.picture;
    const x = pixel % width;
    const y = (pixel - x) / width;
    this.paint(x, y);
    this.state[pixel] = KNOWN;
    if (x > 0) this.enqueue(pixel - 1, x - 1, y);
    if (x < width - 1) this.enqueue(pixel + 1, x + 1, y);
    if (y > 0) this.enqueue(pixel - width, x, y - 1);
    if (y < height - 1) this.enqueue(pixel + width, x, y + 1);
    return true;
  }

  private touchesKnown(x: number, y: number): boolean {
    return this.isKnown(x - 1, y) || this.isKnown(x + 1, y) || this.isKnown(x, y - 1) || this.isKnown(x, y + 1);
  }

  private isKnown(x: number, y: number): boolean {
    const { width, height } = this.picture;
    return x >= 0 && y >= 0 && x < width && y < height && this.state[y * width + x] === KNOWN;
  }

  private enqueue(pixel: number, x: number, y: number): void {
    if (this.state[pixel] === KNOWN) return;
    const arrival = this.arrivalAt(x, y);
    if (this.state[pixel] === BAND && arrival >= at(this.time, pixel)) return;
    this.state[pixel] = BAND;
    this.time[pixel] = arrival;
    this.heap.push(pixel, arrival);
  }

  /** The eikonal equation |grad T| = 1 solved from the known neighbours. */
  private arrivalAt(x: number, y: number): number {
    const across = Math.min(this.knownTime(x - 1, y), this.knownTime(x + 1, y));
    const along = Math.min(this.knownTime(x, y - 1), this.knownTime(x, y + 1));
    const least = Math.min(across, along);
    const gap = Math.abs(across - along);
    return gap >= 1 ? least + 1 : (across + along + Math.sqrt(2 - gap * gap)) / 2;
  }

  private knownTime(x: number, y: number): number {
    return this.isKnown(x, y) ? at(this.time, y * this.picture.width + x) : FAR;
  }

  private slope(x: number, y: number, dx: number, dy: number): number {
    const here = at(this.time, y * this.picture.width + x);
    const before = this.knownTime(x - dx, y - dy);
    const after = this.knownTime(x + dx, y + dy);
    if (before < FAR && after < FAR) return (after - before) / 2;
    if (after < FAR) return after - here;
    return before < FAR ? here - before : 0;
  }

  private paint(x: number, y: number): void {
    const { width, data } = this.picture;
    const pixel = y * width + x;
    const arrival = at(this.time, pixel);
    const frontX = this.slope(x, y, 1, 0);
    const frontY = this.slope(x, y, 0, 1);
    const sum = [0, 0, 0];
    const jump = [0, 0, 0];
    let total = 0;
    for (const { dx, dy, nearness } of this.offsets) {
      const fromX = x + dx;
      const fromY = y + dy;
      if (!this.isKnown(fromX, fromY)) continue;
      const from = fromY * width + fromX;
      const facing = Math.abs(dx * frontX + dy * frontY) || 1e-6;
      const weight = (nearness * facing) / (1 + Math.abs(at(this.time, from) - arrival));
      const hasX = this.isKnown(fromX - 1, fromY) && this.isKnown(fromX + 1, fromY);
      const hasY = this.isKnown(fromX, fromY - 1) && this.isKnown(fromX, fromY + 1);
      for (let c = 0; c < 3; c++) {
        const index = from * 3 + c;
        const riseX = hasX ? (byteAt(data, index + 3) - byteAt(data, index - 3)) / 2 : 0;
        const riseY = hasY ? (byteAt(data, index + width * 3) - byteAt(data, index - width * 3)) / 2 : 0;
        sum[c] = numberAt(sum, c) + weight * byteAt(data, index);
        jump[c] = numberAt(jump, c) - weight * (riseX * dx + riseY * dy);
      }
      total += weight;
    }
    for (let c = 0; c < 3; c++) {
      // The gradient term is bounded: on noisy scans it would otherwise streak across the hole.
      const carried = Math.max(-GRADIENT_LIMIT, Math.min(GRADIENT_LIMIT, (numberAt(jump, c) / total) * GRADIENT_SHARE));
      data[pixel * 3 + c] = Math.round(numberAt(sum, c) / total + carried);
    }
  }
}

const GRADIENT_SHARE = 0.5;
const GRADIENT_LIMIT = 12;

function offsetsWithin(radius: number): Array<{ dx: number; dy: number; nearness: number }> {
  const offsets: Array<{ dx: number; dy: number; nearness: number }> = [];
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const squared = dx * dx + dy * dy;
      if (squared > 0 && squared <= radius * radius) {
        offsets.push({ dx, dy, nearness: 1 / (squared * Math.sqrt(squared)) });
      }
    }
  }
  return offsets;
}
