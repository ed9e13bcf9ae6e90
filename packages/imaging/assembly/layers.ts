/**
 * The layers of the network that finds faces, computed four numbers at a time (WebAssembly SIMD). src/faces/network.ts has
 * the same in plain arithmetic, and a test compares the two. This is AssemblyScript: `npm run build:wasm` makes
 * src/faces/layersWasm.ts of it.
 *
 * Addresses are bytes of the memory, which the caller lays out. All values are 32-bit floats: the channels of a pixel
 * together, pixel after pixel, row after row. Filters have their outputs together in the same way.
 */

/** Bytes of a number, and of the four that are computed at a time. */
const ONE: usize = 4;
const FOUR: usize = 16;
/** What is left of a negative value. */
const LEAK: f32 = 0.1;

/** Adds the product of one value, at an address, and four weights. */
function plus(sum: v128, value: usize, weights: v128): v128 {
  return f32x4.add(sum, f32x4.mul(v128.load32_splat(value), weights));
}

function leaky(values: v128): v128 {
  return f32x4.max(values, f32x4.mul(values, f32x4.splat(LEAK)));
}

/** 3 x 3 pixels of three channels become 16 channels; the outermost pixels are lost. Leaky. */
export function convolve(input: usize, width: i32, height: i32, filters: usize, bias: usize, output: usize): void {
  const row: usize = 3 * (width as usize) * ONE;
  let to = output;
  for (let y = 0; y < height - 2; y++) {
    let from = input + (y as usize) * row;
    for (let x = 0; x < width - 2; x++, from += 3 * ONE, to += 4 * FOUR) {
      let a = v128.load(bias);
      let b = v128.load(bias, 16);
      let c = v128.load(bias, 32);
      let d = v128.load(bias, 48);
      let filter = filters;
      for (let line: usize = 0; line < 3; line++) {
        const first = from + line * row;
        for (let value = first; value < first + 9 * ONE; value += ONE, filter += 4 * FOUR) {
          const known = v128.load32_splat(value);
          a = f32x4.add(a, f32x4.mul(known, v128.load(filter)));
          b = f32x4.add(b, f32x4.mul(known, v128.load(filter, 16)));
          c = f32x4.add(c, f32x4.mul(known, v128.load(filter, 32)));
          d = f32x4.add(d, f32x4.mul(known, v128.load(filter, 48)));
        }
      }
      v128.store(to, leaky(a));
      v128.store(to, leaky(b), 16);
      v128.store(to, leaky(c), 32);
      v128.store(to, leaky(d), 48);
    }
  }
}

/** 3 x 3 pixels of each channel by itself; outside is nothing. Channels are a multiple of four. */
export function depthwise(input: usize, width: i32, height: i32, channels: i32, filters: usize, output: usize): void {
  const pixel: usize = (channels as usize) * ONE;
  const row: usize = (width as usize) * pixel;
  let to = output;
  for (let y = 0; y < height; y++) {
    const firstLine = y === 0 ? 1 : 0;
    const lastLine = y === height - 1 ? 1 : 2;
    for (let x = 0; x < width; x++) {
      const firstColumn = x === 0 ? 1 : 0;
      const lastColumn = x === width - 1 ? 1 : 2;
      const corner = input + (y as usize) * row + (x as usize) * pixel - row - pixel;
      for (let channel: usize = 0; channel < pixel; channel += FOUR, to += FOUR) {
        let sum = f32x4.splat(0);
        for (let line = firstLine; line <= lastLine; line++) {
          for (let column = firstColumn; column <= lastColumn; column++) {
            const value = corner + (line as usize) * row + (column as usize) * pixel + channel;
            const filter = filters + ((line * 3 + column) as usize) * pixel + channel;
            sum = f32x4.add(sum, f32x4.mul(v128.load(value), v128.load(filter)));
          }
        }
        v128.store(to, sum);
      }
    }
  }
}

/** Mixes the channels of each pixel. Outputs are a multiple of four. */
export function pointwise(
  input: usize,
  pixels: i32,
  inputs: i32,
  outputs: i32,
  filters: usize,
  bias: usize,
  output: usize,
  isLeaky: bool,
): void {
  const own: usize = (inputs as usize) * ONE;
  const made: usize = (outputs as usize) * ONE;
  let pixel = 0;
  // Four pixels and eight outputs at a time, so that values are read less.
  for (; pixel + 4 <= pixels; pixel += 4) {
    const from = input + (pixel as usize) * own;
    const to = output + (pixel as usize) * made;
    let o: usize = 0;
    for (; o + 2 * FOUR <= made; o += 2 * FOUR) {
      let a = v128.load(bias + o);
      let b = v128.load(bias + o, 16);
      let c = a;
      let d = b;
      let e = a;
      let f = b;
      let g = a;
      let h = b;
      let filter = filters + o;
      for (let value = from; value < from + own; value += ONE, filter += made) {
        const p = v128.load(filter);
        const q = v128.load(filter, 16);
        const first = v128.load32_splat(value);
        const second = v128.load32_splat(value + own);
        const third = v128.load32_splat(value + 2 * own);
        const fourth = v128.load32_splat(value + 3 * own);
        a = f32x4.add(a, f32x4.mul(first, p));
        b = f32x4.add(b, f32x4.mul(first, q));
        c = f32x4.add(c, f32x4.mul(second, p));
        d = f32x4.add(d, f32x4.mul(second, q));
        e = f32x4.add(e, f32x4.mul(third, p));
        f = f32x4.add(f, f32x4.mul(third, q));
        g = f32x4.add(g, f32x4.mul(fourth, p));
        h = f32x4.add(h, f32x4.mul(fourth, q));
      }
      v128.store(to + o, isLeaky ? leaky(a) : a);
      v128.store(to + o, isLeaky ? leaky(b) : b, 16);
      v128.store(to + o + made, isLeaky ? leaky(c) : c);
      v128.store(to + o + made, isLeaky ? leaky(d) : d, 16);
      v128.store(to + o + 2 * made, isLeaky ? leaky(e) : e);
      v128.store(to + o + 2 * made, isLeaky ? leaky(f) : f, 16);
      v128.store(to + o + 3 * made, isLeaky ? leaky(g) : g);
      v128.store(to + o + 3 * made, isLeaky ? leaky(h) : h, 16);
    }
    for (let next: usize = 0; next < 4; next++)
      mix(from + next * own, own, filters, bias, to + next * made, made, o, isLeaky);
  }
  for (; pixel < pixels; pixel++) {
    const place = pixel as usize;
    mix(input + place * own, own, filters, bias, output + place * made, made, 0, isLeaky);
  }
}

/** One pixel's outputs from byte `first` on. `own` and `made` are the bytes of what goes in and comes out. */
function mix(
  from: usize,
  own: usize,
  filters: usize,
  bias: usize,
  to: usize,
  made: usize,
  first: usize,
  isLeaky: bool,
): void {
  for (let o = first; o < made; o += FOUR) {
    let sum = v128.load(bias + o);
    let filter = filters + o;
    for (let value = from; value < from + own; value += ONE, filter += made) sum = plus(sum, value, v128.load(filter));
    v128.store(to + o, isLeaky ? leaky(sum) : sum);
  }
}

/** The largest of 2 x 2 pixels, at every second pixel or (`step` 1) at every one. Channels are a multiple of four. */
export function pool(input: usize, width: i32, height: i32, channels: i32, step: i32, output: usize): void {
  const pixel: usize = (channels as usize) * ONE;
  const row: usize = (width as usize) * pixel;
  let to = output;
  for (let y = 0; y < height; y += step) {
    const upper = input + (y as usize) * row;
    const lower = y === height - 1 ? upper : upper + row;
    for (let x = 0; x < width; x += step) {
      const left = (x as usize) * pixel;
      const right = x === width - 1 ? left : left + pixel;
      for (let channel: usize = 0; channel < pixel; channel += FOUR, to += FOUR) {
        const above = f32x4.max(v128.load(upper + left + channel), v128.load(upper + right + channel));
        const below = f32x4.max(v128.load(lower + left + channel), v128.load(lower + right + channel));
        v128.store(to, f32x4.max(above, below));
      }
    }
  }
}
