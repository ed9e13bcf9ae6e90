/** Between interleaved rasters and the planar tensors networks take. */
import { EngineError } from '../errors';
import { at, createRaster, numberAt, type Raster } from '../image/picture';
import type { Model, ModelName, Tensor } from './models';

/** Per channel: `(value / 255 - mean) / deviation`. */
export interface Normalisation {
  mean: readonly number[];
  deviation: readonly number[];
}

/** 0..255 to 0..1. */
export const UNIT_RANGE: Normalisation = { mean: [0, 0, 0], deviation: [1, 1, 1] };

/** Raster 0..255, interleaved, to a 1 x C x H x W float tensor. */
export function toTensor(raster: Raster, { mean, deviation }: Normalisation): Tensor {
  const { width, height, channels } = raster;
  const area = width * height;
  const planar = new Float32Array(area * channels);
  for (let c = 0; c < channels; c++) {
    const gain = 1 / (255 * numberAt(deviation, c));
    const shift = numberAt(mean, c) / numberAt(deviation, c);
    let to = c * area;
    for (let i = c; i < raster.data.length; i += channels) planar[to++] = at(raster.data, i) * gain - shift;
  }
  return { type: 'float32', dims: [1, channels, height, width], data: planar };
}

/** A 1 x C x H x W (or C x H x W) float tensor to a raster; values are multiplied by `gain`. */
export function toRaster(tensor: Tensor, gain: number): Raster {
  const [channels = 0, height = 0, width = 0] = tensor.dims.slice(-3);
  const planar = floatsOf(tensor);
  // The caller owns the output, so it needs no copy.
  if (channels === 1 && gain === 1) return { width, height, channels, data: planar };
  const raster = createRaster(width, height, channels);
  const area = width * height;
  for (let c = 0; c < channels; c++) {
    for (let i = c, from = c * area; i < raster.data.length; i += channels) raster.data[i] = at(planar, from++) * gain;
  }
  return raster;
}

/** As `toRaster`, at half the size: each pixel the mean of four. Its width and height must be even. */
export function toHalfRaster(tensor: Tensor, gain: number): Raster {
  const [channels = 0, height = 0, width = 0] = tensor.dims.slice(-3);
  const planar = floatsOf(tensor);
  const raster = createRaster(width / 2, height / 2, channels);
  for (let c = 0; c < channels; c++) {
    for (let y = 0; y < raster.height; y++) {
      let above = (c * height + 2 * y) * width;
      let to = y * raster.width * channels + c;
      for (const end = above + width; above < end; above += 2, to += channels) {
        const below = above + width;
        const sum = at(planar, above) + at(planar, above + 1) + at(planar, below) + at(planar, below + 1);
        raster.data[to] = (sum * gain) / 4;
      }
    }
  }
  return raster;
}

export function floatsOf(tensor: Tensor): Float32Array {
  if (tensor.type !== 'float32') throw new EngineError('engine_failed', `A model returned ${tensor.type} numbers.`);
  return tensor.data;
}

/** Runs a network of one input and returns its outputs in the order the model names them. */
export async function runOne(model: Model, input: Tensor): Promise<Tensor[]> {
  const [only] = model.inputs;
  if (!only) throw new EngineError('engine_failed', `The restore model "${model.name}.onnx" has no input.`);
  const outputs = await model.infer({ [only.name]: input });
  return model.outputs.map((name) => {
    const output = outputs[name];
    if (!output)
      throw new EngineError('engine_failed', `The restore model "${model.name}.onnx" gave no output ${name}.`);
    return output;
  });
}

/** Expected form of a network's picture. A size that is left out may be any. */
export interface Form {
  channels: number;
  width?: number;
  height?: number;
}

/**
 * Runs a network and returns its only output.
 * @throws EngineError engine_failed if the output has another form: a user's file made for something else would paint
 * its mistakes into the photo
 */
export async function runSingle(model: Model, input: Tensor, form: Form): Promise<Tensor> {
  const [output] = await runOne(model, input);
  if (!output) throw new EngineError('engine_failed', `The restore model "${model.name}.onnx" gave no output.`);
  requireForm(output, form, model.name);
  return output;
}

/** @throws EngineError engine_failed if the named model's output has another form */
export function requireForm({ dims }: Tensor, { channels, width, height }: Form, name: ModelName): void {
  const [found, high, wide] = dims.slice(-3);
  const fits = (size: number | undefined, asked: number | undefined) => asked === undefined || size === asked;
  if (found === channels && fits(wide, width) && fits(high, height)) return;
  const asked = `${channels} x ${height ?? 'any'} x ${width ?? 'any'}`;
  const problem = `returned a picture of ${dims.slice(-3).join(' x ')} where ${asked} is needed`;
  throw new EngineError(
    'engine_failed',
    `The restore model "${name}.onnx" ${problem}. See packages/restore-engine/models/README.md.`,
  );
}
