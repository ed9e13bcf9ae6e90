import { compiled, ensure, type Memory } from '../wasm/wasm';
import layersWasm from './layersWasm';
import { type FaceNetwork, inputOf, LAST_BLOCK, type Layer, type Weights, weightsOf } from './network';

/** What layersWasm exports; its source is assembly/layers.ts. Addresses are bytes of the memory. */
interface Layers {
  memory: Memory;
  convolve(input: number, width: number, height: number, filters: number, bias: number, output: number): void;
  depthwise(input: number, width: number, height: number, channels: number, filters: number, output: number): void;
  pointwise(
    input: number,
    pixels: number,
    inputs: number,
    outputs: number,
    filters: number,
    bias: number,
    output: number,
    isLeaky: number,
  ): void;
  pool(input: number, width: number, height: number, channels: number, step: number, output: number): void;
}

/** A layer in the memory. */
interface Placed {
  at: number;
  width: number;
  height: number;
  channels: number;
}

const FLOAT_BYTES = 4;
/** Numbers that are computed at a time. */
const LANES = 4;

const inFours = (count: number): number => Math.ceil(count / LANES) * LANES;

/** Filters whose outputs are no multiple of four, with filters of nothing at their end. */
function padded(filters: Float32Array, outputs: number): Float32Array {
  const room = inFours(outputs);
  const wide = new Float32Array((filters.length / outputs) * room);
  for (let i = 0; i < filters.length; i++) wide[Math.floor(i / outputs) * room + (i % outputs)] = filters[i] as number;
  return wide;
}

/** Puts the weights one after the other at the beginning of the memory. Returns where each is, and where all end. */
function place(weights: Weights, layers: Layers): { at: ReadonlyMap<string, number>; end: number } {
  const at = new Map<string, number>();
  let end = 0;
  for (const [name, values] of weights) {
    const block = name.split('/')[0];
    const outputs = name.endsWith('depthwise_filter') ? values.length / 9 : weightsOf(weights, `${block}/bias`).length;
    const wide = padded(values, outputs);
    ensure(layers.memory, end + wide.byteLength);
    new Float32Array(layers.memory.buffer, end, wide.length).set(wide);
    at.set(name, end);
    end += wide.byteLength;
  }
  return { at, end };
}

/**
 * The network as plainNetwork has it, four numbers at a time: about twelve times as fast (npm run bench:finish). It keeps the
 * memory of the largest picture so far, some 100 bytes for each of its pixels.
 *
 * @throws Error where WebAssembly or its SIMD is missing
 */
export function wasmNetwork(weights: Weights): FaceNetwork {
  const layers = compiled<Layers>(layersWasm)();
  const { at, end } = place(weights, layers);
  const whereIs = (name: string): number => {
    const found = at.get(name);
    if (found === undefined) throw new Error(`There are no weights ${name}`);
    return found;
  };
  return (picture) => {
    const input = inputOf(picture);
    // Each layer is made from one place into the other. Those that are the largest there: conv1's at a quarter of the
    // pixels, conv0's at all of them.
    const bytes = input.width * input.height * FLOAT_BYTES;
    const places = [end, end + (bytes * 32) / 4] as const;
    ensure(layers.memory, places[1] + bytes * 16);
    let which: 0 | 1 = 0;
    new Float32Array(layers.memory.buffer, places[0], input.data.length).set(input.data);
    let now: Placed = { ...input, at: places[0] };
    const made = (change: Partial<Placed>): Placed => {
      which = which === 0 ? 1 : 0;
      return { ...now, ...change, at: places[which] };
    };
    const pointwise = (block: string, filters: string, isLeaky: boolean) => {
      const [outputs, pixels] = [inFours(weightsOf(weights, `${block}/bias`).length), now.width * now.height];
      const next = made({ channels: outputs });
      const [filter, bias] = [whereIs(`${block}/${filters}`), whereIs(`${block}/bias`)];
      layers.pointwise(now.at, pixels, now.channels, outputs, filter, bias, next.at, isLeaky ? 1 : 0);
      now = next;
    };
    const pool = (step: 1 | 2) => {
      const next = made({ width: Math.ceil(now.width / step), height: Math.ceil(now.height / step) });
      layers.pool(now.at, now.width, now.height, now.channels, step, next.at);
      now = next;
    };

    const first = made({ width: now.width - 2, height: now.height - 2, channels: 16 });
    layers.convolve(now.at, now.width, now.height, whereIs('conv0/filters'), whereIs('conv0/bias'), first.at);
    now = first;
    pool(2);
    for (let index = 1; index <= LAST_BLOCK; index++) {
      const next = made({});
      layers.depthwise(now.at, now.width, now.height, now.channels, whereIs(`conv${index}/depthwise_filter`), next.at);
      now = next;
      pointwise(`conv${index}`, 'pointwise_filter', true);
      pool(index === LAST_BLOCK ? 1 : 2);
    }
    pointwise('conv8', 'filters', false);
    return withoutPadding(layers.memory, now, weightsOf(weights, 'conv8/bias').length);
  };
}

/** Copies a layer out of the memory, with its first channels alone. */
function withoutPadding(memory: Memory, { at, width, height, channels }: Placed, kept: number): Layer {
  const data = new Float32Array(width * height * kept);
  const padded = new Float32Array(memory.buffer, at, width * height * channels);
  for (let i = 0; i < data.length; i++) data[i] = padded[Math.floor(i / kept) * channels + (i % kept)] as number;
  return { data, width, height, channels: kept };
}
