/** Three bytes a pixel: red, green, blue. */
export interface RgbPicture {
  data: ArrayLike<number>;
  width: number;
  height: number;
}

/** Channels of a pixel together, pixel after pixel, row after row. */
export interface Layer {
  data: Float32Array;
  width: number;
  height: number;
  channels: number;
}

export interface Stored {
  shape: number[];
  /** A stored byte stands for `min + byte * scale`. */
  scale: number;
  min: number;
}

/** The network looks at squares of so many pixels. */
export const CELL_PX = 32;
/** Boxes that each square can show, and the numbers for each: left, top, width, height, certainty. */
export const BOXES = 5;
export const BOX_NUMBERS = 5;
/** Subtracted from red, green and blue. */
const MEAN_RGB = [117.001, 114.697, 97.404] as const;
/** The network has blocks from 1 on; the last one keeps its size. */
export const LAST_BLOCK = 5;
/** What is left of a negative value. */
const LEAK = 0.1;

export type Weights = ReadonlyMap<string, Float32Array>;

/**
 * The tiny face detector of face-api: plainNetwork, or the same faster, wasmNetwork. Returns for each square of CELL_PX
 * pixels BOXES times BOX_NUMBERS numbers, as the network gives them.
 * https://github.com/vladmandic/face-api/blob/master/src/tinyYolov2/TinyYolov2Base.ts
 */
export type FaceNetwork = (picture: RgbPicture) => Layer;

/**
 * Returns the weights from the two files of `model`, 193 kB: `tiny_face_detector_model` of npm `@vladmandic/face-api`
 * 1.7.15 (MIT). Throws Error if they do not belong together.
 */
export function weightsFrom(stored: Record<string, Stored>, bytes: Uint8Array): Weights {
  const weights = new Map<string, Float32Array>();
  let at = 0;
  for (const [name, { shape, scale, min }] of Object.entries(stored)) {
    const count = shape.reduce((product, side) => product * side, 1);
    weights.set(
      name,
      Float32Array.from(bytes.subarray(at, at + count), (byte) => min + byte * scale),
    );
    at += count;
  }
  if (at !== bytes.length) throw new Error(`weights.bin has ${bytes.length} bytes, expected ${at}`);
  return weights;
}

export function weightsOf(weights: Weights, name: string): Float32Array {
  const found = weights.get(name);
  if (!found) throw new Error(`There are no weights ${name}`);
  return found;
}

const layer = (width: number, height: number, channels: number): Layer => ({
  data: new Float32Array(width * height * channels),
  width,
  height,
  channels,
});

/** The picture with the means taken off, black to the next whole square on the right and below. */
export function inputOf({ data, width, height }: RgbPicture): Layer {
  const whole = (side: number) => Math.ceil(side / CELL_PX) * CELL_PX;
  const input = layer(whole(width), whole(height), 3);
  const [red, green, blue] = MEAN_RGB;
  const values = input.data;
  for (let y = 0, to = 0; y < input.height; y++) {
    for (let x = 0; x < input.width; x++, to += 3) {
      const isInside = x < width && y < height;
      const from = (y * width + x) * 3;
      values[to] = ((isInside ? (data[from] as number) : 0) - red) / 255;
      values[to + 1] = ((isInside ? (data[from + 1] as number) : 0) - green) / 255;
      values[to + 2] = ((isInside ? (data[from + 2] as number) : 0) - blue) / 255;
    }
  }
  return input;
}

/** The 3 x 3 pixels around each pixel together, as if they were its channels; the outermost pixels are lost. */
function surroundings(input: Layer): Layer {
  const { width, channels } = input;
  const out = layer(width - 2, input.height - 2, 9 * channels);
  const row = 3 * channels;
  for (let y = 0, to = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      for (let from = (y * width + x) * channels, end = to + 3 * row; to < end; to += row, from += width * channels) {
        for (let k = 0; k < row; k++) out.data[to + k] = input.data[from + k] as number;
      }
    }
  }
  return out;
}

/** 3 x 3 pixels of each channel by itself; outside is nothing. */
function depthwise(input: Layer, filters: Float32Array): Layer {
  const { width, height, channels } = input;
  const out = layer(width, height, channels);
  for (let y = 0; y < height; y++) {
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = 0; column < 3; column++) {
        const filter = ((row - y + 1) * 3 + column) * channels;
        const [first, last] = [Math.max(0, 1 - column), Math.min(width - 1, width - column)];
        for (let x = first; x <= last; x++) {
          const [to, from] = [(y * width + x) * channels, (row * width + x + column - 1) * channels];
          for (let channel = 0; channel < channels; channel++) {
            out.data[to + channel] =
              (out.data[to + channel] as number) +
              (input.data[from + channel] as number) * (filters[filter + channel] as number);
          }
        }
      }
    }
  }
  return out;
}

/** Each output's weights together, rounded up to groups of `OUTPUTS` outputs. */
function byOutput(filters: Float32Array, inputs: number, outputs: number): Float32Array {
  const turned = new Float32Array(Math.ceil(outputs / OUTPUTS) * OUTPUTS * inputs);
  for (let i = 0; i < inputs; i++) {
    for (let o = 0; o < outputs; o++) turned[o * inputs + i] = filters[i * outputs + o] as number;
  }
  return turned;
}

const OUTPUTS = 4;

/** Mixes the channels of each pixel. Eight sums at a time, of two pixels and four outputs, so that values are read less. */
function pointwise(input: Layer, filters: Float32Array, bias: Float32Array): Layer {
  const [inputs, outputs] = [input.channels, bias.length];
  const out = layer(input.width, input.height, outputs);
  const turned = byOutput(filters, inputs, outputs);
  const pixels = input.width * input.height;
  const sums = new Float64Array(2 * OUTPUTS);
  for (let o = 0; o < outputs; o += OUTPUTS) {
    for (let pixel = 0; pixel < pixels; pixel += 2) {
      // The last pixel of an odd number is counted twice.
      const isPair = pixel + 1 < pixels;
      sumsOf(input.data, pixel * inputs, isPair ? inputs : 0, turned, o * inputs, inputs, sums);
      for (let k = 0; k < OUTPUTS && o + k < outputs; k++) {
        const at = pixel * outputs + o + k;
        out.data[at] = (sums[k] as number) + (bias[o + k] as number);
        if (isPair) out.data[at + outputs] = (sums[OUTPUTS + k] as number) + (bias[o + k] as number);
      }
    }
  }
  return out;
}

function sumsOf(
  values: Float32Array,
  from: number,
  next: number,
  weights: Float32Array,
  first: number,
  count: number,
  sums: Float64Array,
): void {
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
  const [w1, w2, w3] = [count, 2 * count, 3 * count];
  for (let i = from, at = first, end = from + count; i < end; i++, at++) {
    const one = values[i] as number;
    const two = values[i + next] as number;
    const p = weights[at] as number;
    const q = weights[at + w1] as number;
    const r = weights[at + w2] as number;
    const s = weights[at + w3] as number;
    a += one * p;
    b += one * q;
    c += one * r;
    d += one * s;
    e += two * p;
    f += two * q;
    g += two * r;
    h += two * s;
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
  sums[4] = e;
  sums[5] = f;
  sums[6] = g;
  sums[7] = h;
}

/** Changes the layer in place and returns it. */
function leaky(values: Layer): Layer {
  const { data } = values;
  for (let at = 0; at < data.length; at++) {
    const value = data[at] as number;
    if (value < 0) data[at] = value * LEAK;
  }
  return values;
}

/** The largest of 2 x 2 pixels, at every second pixel or at every one. */
function pool(input: Layer, step: 1 | 2): Layer {
  const { data, width, height, channels } = input;
  const out = layer(Math.ceil(width / step), Math.ceil(height / step), channels);
  for (let y = 0, to = 0; y < out.height; y++) {
    const upper = y * step * width;
    const lower = Math.min(height - 1, y * step + 1) * width;
    for (let x = 0; x < out.width; x++) {
      const left = x * step;
      const right = Math.min(width - 1, left + 1);
      for (let k = 0; k < channels; k++, to++) {
        const above = Math.max(
          data[(upper + left) * channels + k] as number,
          data[(upper + right) * channels + k] as number,
        );
        const below = Math.max(
          data[(lower + left) * channels + k] as number,
          data[(lower + right) * channels + k] as number,
        );
        out.data[to] = Math.max(above, below);
      }
    }
  }
  return out;
}

/**
 * The network in plain arithmetic, for pages, whose policy lets no WebAssembly run: a runtime for networks would weigh
 * sixty times as much as this network.
 */
export function plainNetwork(weights: Weights): FaceNetwork {
  const of = (name: string) => weightsOf(weights, name);
  return (picture) => {
    let out = pool(leaky(pointwise(surroundings(inputOf(picture)), of('conv0/filters'), of('conv0/bias'))), 2);
    for (let index = 1; index <= LAST_BLOCK; index++) {
      const seen = depthwise(out, of(`conv${index}/depthwise_filter`));
      const mixed = pointwise(seen, of(`conv${index}/pointwise_filter`), of(`conv${index}/bias`));
      out = pool(leaky(mixed), index === LAST_BLOCK ? 1 : 2);
    }
    return pointwise(out, of('conv8/filters'), of('conv8/bias'));
  };
}
