/**
 * Inpainting by thin plates: of all surfaces that meet what is known, the one that bends least, so that brightness and slope both go on across a
 * scratch (S. B. Damelin, N. S. Hoang, "On Surface Completion and Image Inpainting by Biharmonic Functions", 2018,
 * https://doi.org/10.1155/2018/3950312). Some tension keeps wide holes from bulging. Solved by conjugate gradients
 * (M. R. Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952). Written here because no package has it
 * for JavaScript.
 */
import { at, byteAt, intAt, numberAt, type Picture } from '../image/picture';
import { type Stencil, stencilsOf } from './stencils';

/** Thin holes settle within a few dozen rounds; very wide ones are as good as they get. */
const MOST_ROUNDS = 120;
/** The residual, as a share of the first one, at which hardly a byte changes any more. */
const SETTLED = 2e-3;
/** The same for a pixel, in grey levels times the weight of bending: below it there is nothing but rounding. */
const NOTHING = 0.01;

export interface InpaintOptions {
  /** Called before every round; may throw to end the work. */
  checkpoint?: () => void;
}

/**
 * Repaints in place every pixel whose mask is not 0; all others keep their bytes.
 * @param mask one byte per pixel. Where it covers the whole picture there is nothing to go on from and nothing happens.
 */
export function inpaintThinPlate(picture: Picture, mask: Uint8Array, options: InpaintOptions = {}): void {
  const checkpoint = options.checkpoint ?? (() => undefined);
  const holes = fromRimInwards(picture, mask);
  checkpoint();
  spreadInwards(picture, mask, holes);
  checkpoint();
  const plate = new Plate(picture, holes.sort());
  for (let channel = 0; channel < 3; channel++) plate.settle(channel, checkpoint);
}

/** The marked pixels, nearest to what is known first; none where nothing is known. */
function fromRimInwards(picture: Picture, mask: Uint8Array): Int32Array {
  const waiting = mask.slice();
  let marked = 0;
  for (const value of mask) if (value) marked++;
  const order = new Int32Array(marked);
  let end = 0;
  const take = (pixel: number) => {
    waiting[pixel] = 0;
    order[end++] = pixel;
  };
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] && anyNeighbour(picture, pixel, (next) => !mask[next])) take(pixel);
  }
  for (let next = 0; next < end; next++) {
    anyNeighbour(picture, intAt(order, next), (pixel) => {
      if (waiting[pixel]) take(pixel);
      return false;
    });
  }
  return order.subarray(0, end);
}

/** A first guess: every pixel the mean of its neighbours that are known or guessed already. */
function spreadInwards(picture: Picture, mask: Uint8Array, fromRim: Int32Array): void {
  const unknown = mask.slice();
  for (const pixel of fromRim) {
    const sum = [0, 0, 0];
    let count = 0;
    anyNeighbour(picture, pixel, (next) => {
      if (unknown[next]) return false;
      for (let c = 0; c < 3; c++) sum[c] = numberAt(sum, c) + byteAt(picture.data, next * 3 + c);
      count++;
      return false;
    });
    for (let c = 0; c < 3; c++) picture.data[pixel * 3 + c] = numberAt(sum, c) / count;
    unknown[pixel] = 0;
  }
}

/** Whether it is true of one of the pixel's neighbours to the left, right, above and below; the rest are not asked. */
function anyNeighbour({ width, height }: Picture, pixel: number, isTrue: (neighbour: number) => boolean): boolean {
  const x = pixel % width;
  return (
    (x > 0 && isTrue(pixel - 1)) ||
    (x < width - 1 && isTrue(pixel + 1)) ||
    (pixel >= width && isTrue(pixel - width)) ||
    (pixel < width * (height - 1) && isTrue(pixel + width))
  );
}

/** Conjugate gradients over the marked pixels, from what stands there now. */
class Plate {
  private readonly stencils: Stencil[] = [];
  /** Of the picture's size; 0 outside the holes, where nothing changes. */
  private readonly direction: Float32Array;
  private readonly change: Float32Array;
  private readonly residual: Float32Array;
  private readonly bent: Float32Array;

  constructor(
    private readonly picture: Picture,
    private readonly holes: Int32Array,
  ) {
    const stencilOf = stencilsOf(picture);
    for (const pixel of holes) {
      this.stencils.push(stencilOf(pixel % picture.width, Math.floor(pixel / picture.width)));
    }
    this.direction = new Float32Array(picture.width * picture.height);
    this.change = new Float32Array(holes.length);
    this.residual = new Float32Array(holes.length);
    this.bent = new Float32Array(holes.length);
  }

  /** Brings one channel of the picture to rest. */
  settle(channel: number, checkpoint: () => void): void {
    const { picture, holes, change } = this;
    let energy = this.begin(channel);
    const enough = Math.max(energy * SETTLED ** 2, holes.length * NOTHING ** 2);
    for (let round = 0; round < MOST_ROUNDS && energy > enough; round++) {
      checkpoint();
      energy = this.advance(energy);
    }
    for (let k = 0; k < holes.length; k++) {
      const byte = intAt(holes, k) * 3 + channel;
      picture.data[byte] = byteAt(picture.data, byte) + at(change, k);
    }
  }

  /** Sets out from the picture's own values; answers the squared residual. */
  private begin(channel: number): number {
    const { picture, holes, stencils, direction, change, residual } = this;
    let energy = 0;
    for (let k = 0; k < holes.length; k++) {
      const pixel = intAt(holes, k);
      const { offsets, weights } = stencils[k] as Stencil;
      let force = 0;
      for (let n = 0; n < offsets.length; n++) {
        force -= at(weights, n) * byteAt(picture.data, (pixel + intAt(offsets, n)) * 3 + channel);
      }
      change[k] = 0;
      residual[k] = force;
      direction[pixel] = force;
      energy += force * force;
    }
    return energy;
  }

  /** One round; answers the squared residual after it. */
  private advance(energy: number): number {
    const { holes, stencils, direction, change, residual, bent } = this;
    let along = 0;
    for (let k = 0; k < holes.length; k++) {
      const pixel = intAt(holes, k);
      const { offsets, weights } = stencils[k] as Stencil;
      let force = 0;
      for (let n = 0; n < offsets.length; n++) {
        force += at(weights, n) * at(direction, pixel + intAt(offsets, n));
      }
      bent[k] = force;
      along += force * at(direction, pixel);
    }
    const step = energy / along;
    let left = 0;
    for (let k = 0; k < holes.length; k++) {
      change[k] = at(change, k) + step * at(direction, intAt(holes, k));
      const rest = at(residual, k) - step * at(bent, k);
      residual[k] = rest;
      left += rest * rest;
    }
    const turn = left / energy;
    for (let k = 0; k < holes.length; k++) {
      const pixel = intAt(holes, k);
      direction[pixel] = at(residual, k) + turn * at(direction, pixel);
    }
    return left;
  }
}
