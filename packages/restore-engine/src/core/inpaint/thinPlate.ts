/**
 * Inpainting by thin plates: the surface that bends least through what is known continues brightness and slope across a
 * scratch (S. B. Damelin, N. S. Hoang, "On Surface Completion and Image Inpainting by Biharmonic Functions", 2018,
 * https://doi.org/10.1155/2018/3950312). Some tension keeps wide holes from bulging. Solved by conjugate gradients (M.
 * R. Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952). No npm package has it.
 */
import { at, byteAt, hasTint, intAt, numberAt, type Picture } from '../image/picture';
import { innerWeights, REACH_PX, type Stencil, stencilsOf } from './stencils';

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
  const isGrey = !hasTint(picture);
  const holes = fromRimInwards(picture, mask);
  checkpoint();
  spreadInwards(picture, mask, holes);
  checkpoint();
  const plate = new Plate(picture, holes);
  plate.settle(0, checkpoint);
  for (const channel of [1, 2]) {
    if (isGrey) for (const pixel of holes) picture.data[pixel * 3 + channel] = byteAt(picture.data, pixel * 3);
    else plate.settle(channel, checkpoint);
  }
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

/** Conjugate gradients over the marked pixels of one channel after the other, from what stands there now. */
class Plate {
  /** Marked pixels: those all of whose neighbours are in the picture, then the others. */
  private readonly holes: Int32Array;
  private readonly innerCount: number;
  private readonly stencilOf: (pixel: number) => Stencil;
  /** Of every pixel of the picture; from the first round on 0 for those that never change. */
  private readonly direction: Float32Array;
  /** Of every marked pixel, in the order of `holes`. */
  private readonly change: Float32Array;
  private readonly residual: Float32Array;
  private readonly bent: Float32Array;

  constructor(
    private readonly picture: Picture,
    holes: Int32Array,
  ) {
    const { width, height } = picture;
    const isInner = (pixel: number) => {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      return Math.min(x, width - 1 - x, y, height - 1 - y) >= REACH_PX;
    };
    const inner = holes.filter(isInner);
    this.innerCount = inner.length;
    this.holes = new Int32Array(holes.length);
    this.holes.set(inner.sort());
    this.holes.set(
      holes.filter((pixel) => !isInner(pixel)),
      inner.length,
    );
    const stencilAt = stencilsOf(picture);
    this.stencilOf = (pixel) => stencilAt(pixel % width, Math.floor(pixel / width));
    this.direction = new Float32Array(width * height);
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
    for (let k = 0; k < change.length; k++) {
      const byte = intAt(holes, k) * 3 + channel;
      picture.data[byte] = byteAt(picture.data, byte) + at(change, k);
    }
  }

  /** Starts from the picture's own values. Returns the squared residual. */
  private begin(channel: number): number {
    const { picture, holes, direction, residual, bent } = this;
    for (let pixel = 0; pixel < direction.length; pixel++) direction[pixel] = byteAt(picture.data, pixel * 3 + channel);
    this.bend();
    direction.fill(0);
    let energy = 0;
    for (let k = 0; k < holes.length; k++) {
      const force = -at(bent, k);
      residual[k] = force;
      direction[intAt(holes, k)] = force;
      energy += force * force;
    }
    this.change.fill(0);
    return energy;
  }

  /** Runs one round. Returns the squared residual after it. */
  private advance(energy: number): number {
    const { holes, direction, change, residual, bent } = this;
    this.bend();
    let along = 0;
    for (let k = 0; k < bent.length; k++) along += at(bent, k) * at(direction, intAt(holes, k));
    const step = energy / along;
    let rest = 0;
    for (let k = 0; k < change.length; k++) {
      change[k] = at(change, k) + step * at(direction, intAt(holes, k));
      const force = at(residual, k) - step * at(bent, k);
      residual[k] = force;
      rest += force * force;
    }
    const turn = rest / energy;
    for (let k = 0; k < change.length; k++) {
      const pixel = intAt(holes, k);
      direction[pixel] = at(residual, k) + turn * at(direction, pixel);
    }
    return rest;
  }

  /** What every marked pixel feels of its neighbours in `direction`. */
  private bend(): void {
    this.bendInner();
    this.bendOuter();
  }

  /** Nearly all of them, and all by the same stencil, so it is written out. */
  private bendInner(): void {
    const { holes, direction, bent, innerCount } = this;
    const { width } = this.picture;
    const { own, side, corner, far } = innerWeights();
    for (let k = 0; k < innerCount; k++) {
      const p = intAt(holes, k);
      const [above, below] = [p - width, p + width];
      const sides = at(direction, p - 1) + at(direction, p + 1) + at(direction, above) + at(direction, below);
      const corners =
        at(direction, above - 1) + at(direction, above + 1) + at(direction, below - 1) + at(direction, below + 1);
      const farther =
        at(direction, p - 2) + at(direction, p + 2) + at(direction, above - width) + at(direction, below + width);
      bent[k] = own * at(direction, p) + side * sides + corner * corners + far * farther;
    }
  }

  /** Those near the picture's border. */
  private bendOuter(): void {
    const { holes, direction, bent, innerCount } = this;
    for (let k = innerCount; k < holes.length; k++) {
      const pixel = intAt(holes, k);
      const { offsets, weights } = this.stencilOf(pixel);
      let sum = 0;
      for (let n = 0; n < offsets.length; n++) sum += at(weights, n) * at(direction, pixel + intAt(offsets, n));
      bent[k] = sum;
    }
  }
}
