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
  const pixel: usize = 3 * ONE;
  const made: usize = 4 * FOUR;
  for (let y = 0; y < height - 2; y++) {
    // Two pixels at a time, so that filters are read less. The last two of an odd number overlap those before.
    for (let x = 0; x < width - 2; x += 2) {
      const column: usize = (x === width - 3 ? x - 1 : x) as usize;
      const from = input + (y as usize) * row + column * pixel;
      const to = output + ((y as usize) * ((width - 2) as usize) + column) * made;
      let a = v128.load(bias);
      let b = v128.load(bias, 16);
      let c = v128.load(bias, 32);
      let d = v128.load(bias, 48);
      let e = a;
      let f = b;
      let g = c;
      let h = d;
      let filter = filters;
      for (let line: usize = 0; line < 3; line++) {
        const first = from + line * row;
        for (let value = first; value < first + 3 * pixel; value += ONE, filter += made) {
          const one = v128.load32_splat(value);
          const two = v128.load32_splat(value, 12);
          const p = v128.load(filter);
          const q = v128.load(filter, 16);
          const r = v128.load(filter, 32);
          const s = v128.load(filter, 48);
          a = f32x4.add(a, f32x4.mul(one, p));
          b = f32x4.add(b, f32x4.mul(one, q));
          c = f32x4.add(c, f32x4.mul(one, r));
          d = f32x4.add(d, f32x4.mul(one, s));
          e = f32x4.add(e, f32x4.mul(two, p));
          f = f32x4.add(f, f32x4.mul(two, q));
          g = f32x4.add(g, f32x4.mul(two, r));
          h = f32x4.add(h, f32x4.mul(two, s));
        }
      }
      v128.store(to, leaky(a));
      v128.store(to, leaky(b), 16);
      v128.store(to, leaky(c), 32);
      v128.store(to, leaky(d), 48);
      v128.store(to, leaky(e), 64);
      v128.store(to, leaky(f), 80);
      v128.store(to, leaky(g), 96);
      v128.store(to, leaky(h), 112);
    }
  }
}

/** 3 x 3 pixels of each channel by itself; outside is nothing. Channels are a multiple of four. */
export function depthwise(input: usize, width: i32, height: i32, channels: i32, filters: usize, output: usize): void {
  const pixel: usize = (channels as usize) * ONE;
  const row: usize = (width as usize) * pixel;
  const nothing = f32x4.splat(0);
  for (let y = 0; y < height; y++) {
    const line = input + (y as usize) * row;
    // A row that is outside is read from this one, with filters of nothing.
    const hasAbove = y > 0;
    const hasBelow = y < height - 1;
    const above = hasAbove ? line - row : line;
    const below = hasBelow ? line + row : line;
    for (let channel: usize = 0; channel < pixel; channel += FOUR) {
      let filter = filters + channel;
      const a = hasAbove ? v128.load(filter) : nothing;
      const b = hasAbove ? v128.load(filter + pixel) : nothing;
      const c = hasAbove ? v128.load(filter + 2 * pixel) : nothing;
      filter += 3 * pixel;
      const d = v128.load(filter);
      const e = v128.load(filter + pixel);
      const f = v128.load(filter + 2 * pixel);
      filter += 3 * pixel;
      const g = hasBelow ? v128.load(filter) : nothing;
      const h = hasBelow ? v128.load(filter + pixel) : nothing;
      const i = hasBelow ? v128.load(filter + 2 * pixel) : nothing;
      // The columns left of, at and right of a pixel; each is read once.
      let left = nothing;
      let left1 = nothing;
      let left2 = nothing;
      let middle = v128.load(above + channel);
      let middle1 = v128.load(line + channel);
      let middle2 = v128.load(below + channel);
      for (let at = channel; at < row; at += pixel) {
        const isLast = at + pixel >= row;
        const right = isLast ? nothing : v128.load(above + at + pixel);
        const right1 = isLast ? nothing : v128.load(line + at + pixel);
        const right2 = isLast ? nothing : v128.load(below + at + pixel);
        let one = f32x4.add(f32x4.mul(left, a), f32x4.mul(middle, b));
        let two = f32x4.add(f32x4.mul(left1, d), f32x4.mul(middle1, e));
        let three = f32x4.add(f32x4.mul(left2, g), f32x4.mul(middle2, h));
        one = f32x4.add(one, f32x4.mul(right, c));
        two = f32x4.add(two, f32x4.mul(right1, f));
        three = f32x4.add(three, f32x4.mul(right2, i));
        v128.store(output + (line - input) + at, f32x4.add(f32x4.add(one, two), three));
        left = middle;
        left1 = middle1;
        left2 = middle2;
        middle = right;
        middle1 = right1;
        middle2 = right2;
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
