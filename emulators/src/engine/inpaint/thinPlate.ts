/**
 * Inpainting by thin plates: of all surfaces that meet what is known, the one that bends least, so that brightness and slope both go on across a
 * scratch (S. B. Damelin, N. S. Hoang, "On Surface Completion and Image Inpainting by Biharmonic Functions", 2018,
 * https://doi.org/10.1155/2018/3950312). Some tension keeps wide holes from bulging. Solved by conjugate gradients
 * (M. R. Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952). Written here because no package has it
 * for JavaScript.
 */
import { at, byteAt, intAt, numberAt, type Picture } from '../image/picture';
import { MOST_NEIGHBOURS, stencilsOf } from './stencils';

/** Thin holes settle within a few dozen rounds; very wide ones are as good as they get. */
const MOST_ROUNDS = 120;
/** The residual, as a share of the first one, at which hardly a byte changes any more. */
const SETTLED = 5e-3;
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
  new Plate(picture, holes.sort()).settle(checkpoint);
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

/** One number for each channel. */
type Rgb = [red: number, green: number, blue: number];

/** Conjugate gradients over the marked pixels, from what stands there now; the three channels side by side, three numbers a pixel. */
class Plate {
  /** Where in `direction` each pixel's neighbours stand and what they weigh, MOST_NEIGHBOURS a pixel. */
  private readonly neighbours: Int32Array;
  private readonly weights: Float32Array;
  /** Three numbers more than there are marked pixels: for all the pixels outside, which never change. */
  private readonly direction: Float32Array;
  private readonly change: Float32Array;
  private readonly residual: Float32Array;
  private readonly bent: Float32Array;

  constructor(
    private readonly picture: Picture,
    private readonly holes: Int32Array,
  ) {
    const { width, height } = picture;
    const values = holes.length * 3;
    const stencilOf = stencilsOf(picture);
    const places = new Int32Array(width * height).fill(values);
    for (let k = 0; k < holes.length; k++) places[intAt(holes, k)] = k * 3;
    this.neighbours = new Int32Array(holes.length * MOST_NEIGHBOURS);
    this.weights = new Float32Array(holes.length * MOST_NEIGHBOURS);
    for (let k = 0; k < holes.length; k++) {
      const pixel = intAt(holes, k);
      const { offsets, weights } = stencilOf(pixel % width, Math.floor(pixel / width));
      this.weights.set(weights, k * MOST_NEIGHBOURS);
      for (let n = 0; n < offsets.length; n++) {
        this.neighbours[k * MOST_NEIGHBOURS + n] = intAt(places, pixel + intAt(offsets, n));
      }
    }
    this.direction = new Float32Array(values + 3);
    this.change = new Float32Array(values);
    this.residual = new Float32Array(values);
    this.bent = new Float32Array(values);
  }

  /** Brings the picture to rest. */
  settle(checkpoint: () => void): void {
    const { picture, holes, change } = this;
    let energy = this.begin();
    const enough = energy.map((first) => Math.max(first * SETTLED ** 2, holes.length * NOTHING ** 2));
    const isSettled = () => energy.every((value, channel) => value <= numberAt(enough, channel));
    for (let round = 0; round < MOST_ROUNDS && !isSettled(); round++) {
      checkpoint();
      energy = this.advance(energy);
    }
    for (let k = 0; k < change.length; k++) {
      const byte = intAt(holes, Math.floor(k / 3)) * 3 + (k % 3);
      picture.data[byte] = byteAt(picture.data, byte) + at(change, k);
    }
  }

  /** Sets out from the picture's own values; answers the squared residual. */
  private begin(): Rgb {
    const { picture, holes, direction, residual } = this;
    const stencilOf = stencilsOf(picture);
    const energy: Rgb = [0, 0, 0];
    for (let k = 0; k < holes.length; k++) {
      const pixel = intAt(holes, k);
      const { offsets, weights } = stencilOf(pixel % picture.width, Math.floor(pixel / picture.width));
      for (let channel = 0; channel < 3; channel++) {
        let force = 0;
        for (let n = 0; n < offsets.length; n++) {
          force -= at(weights, n) * byteAt(picture.data, (pixel + intAt(offsets, n)) * 3 + channel);
        }
        residual[k * 3 + channel] = force;
        direction[k * 3 + channel] = force;
        energy[channel] = numberAt(energy, channel) + force * force;
      }
    }
    return energy;
  }

  /** One round; answers the squared residual after it. */
  private advance(energy: Rgb): Rgb {
    const { neighbours, weights, direction, change, residual, bent } = this;
    const along: Rgb = [0, 0, 0];
    for (let to = 0, next = 0; to < bent.length; to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const end = next + MOST_NEIGHBOURS; next < end; next++) {
        const weight = at(weights, next);
        const from = intAt(neighbours, next);
        red += weight * at(direction, from);
        green += weight * at(direction, from + 1);
        blue += weight * at(direction, from + 2);
      }
      bent[to] = red;
      bent[to + 1] = green;
      bent[to + 2] = blue;
      along[0] += red * at(direction, to);
      along[1] += green * at(direction, to + 1);
      along[2] += blue * at(direction, to + 2);
    }
    const left: Rgb = [0, 0, 0];
    for (let channel = 0; channel < 3; channel++) {
      const before = numberAt(energy, channel);
      // A channel at rest stays there.
      const step = before > 0 ? before / numberAt(along, channel) : 0;
      let rest = 0;
      for (let k = channel; k < change.length; k += 3) {
        change[k] = at(change, k) + step * at(direction, k);
        const force = at(residual, k) - step * at(bent, k);
        residual[k] = force;
        rest += force * force;
      }
      const turn = before > 0 ? rest / before : 0;
      for (let k = channel; k < change.length; k += 3) direction[k] = at(residual, k) + turn * at(direction, k);
      left[channel] = rest;
    }
    return left;
  }
}
