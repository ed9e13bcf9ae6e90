/** MI-GAN: invents what may have stood in a large hole. Takes LaMa as the user's own file as well. */
import { EngineError } from '../errors';
import type { Mask } from '../image/mask';
import { at, byteAt, createPicture, createRaster, numberAt, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import type { ByteTensor, Model, ModelStore, Tensor } from './models';
import { floatsOf, requireForm, toRaster } from './tensor';

/** The side LaMa exports are made for. */
const LAMA_SIDE = 512;

/** Returns the picture with every marked pixel invented, or undefined if no such model is installed. */
export async function inventMissing(models: ModelStore, picture: Picture, holes: Mask): Promise<Picture | undefined> {
  const model = await models.find('inpaint');
  if (!model) return undefined;
  const takesBytes = model.inputs[0]?.type === 'uint8';
  const filled = takesBytes ? await runMigan(model, picture, holes) : await runLama(model, picture, holes);
  const out = { ...picture, data: new Uint8ClampedArray(picture.data) };
  for (let i = 0; i < holes.data.length; i++) {
    if (!holes.data[i]) continue;
    for (let c = i * 3; c < i * 3 + 3; c++) out.data[c] = numberAt(filled.data, c);
  }
  return out;
}

/** Bytes in, bytes out, any size; 255 marks what is known (https://github.com/Picsart-AI-Research/MI-GAN). */
async function runMigan(model: Model, picture: Picture, holes: Mask): Promise<Picture> {
  const { width, height } = picture;
  const area = width * height;
  const image = new Uint8Array(area * 3);
  for (let c = 0; c < 3; c++) for (let i = 0; i < area; i++) image[c * area + i] = byteAt(picture.data, i * 3 + c);
  const known = holes.data.map((hole) => (hole ? 0 : 255));
  const result = await runPair(
    model,
    { type: 'uint8', dims: [1, 3, height, width], data: image },
    { type: 'uint8', dims: [1, 1, height, width], data: known },
  );
  requireForm(result, { channels: 3, width, height }, model.name);
  const out = createPicture(width, height);
  const planar = bytesOf(result, model);
  for (let c = 0; c < 3; c++) for (let i = 0; i < area; i++) out.data[i * 3 + c] = byteAt(planar, c * area + i);
  return out;
}

/**
 * Floats 0..1 at a fixed size; 1 marks the hole; returns 0..255 or 0..1.
 * https://github.com/advimman/lama and its ONNX exports
 */
async function runLama(model: Model, picture: Picture, holes: Mask): Promise<Raster> {
  const source = createRaster(picture.width, picture.height, 3);
  source.data.set(picture.data);
  const marks = createRaster(picture.width, picture.height, 1);
  marks.data.set(holes.data);
  const small = resample(source, LAMA_SIDE, LAMA_SIDE, 'area');
  const area = LAMA_SIDE * LAMA_SIDE;
  const image = new Float32Array(area * 3);
  for (let c = 0; c < 3; c++) for (let i = 0; i < area; i++) image[c * area + i] = at(small.data, i * 3 + c) / 255;
  const hole = resample(marks, LAMA_SIDE, LAMA_SIDE, 'area').data.map((value) => (value > 0 ? 1 : 0));
  const result = await runPair(
    model,
    { type: 'float32', dims: [1, 3, LAMA_SIDE, LAMA_SIDE], data: image },
    { type: 'float32', dims: [1, 1, LAMA_SIDE, LAMA_SIDE], data: hole },
  );
  requireForm(result, { channels: 3 }, model.name);
  const brightest = floatsOf(result).reduce((most, value) => Math.max(most, value), 0);
  return resample(toRaster(result, brightest > 2 ? 1 : 255), picture.width, picture.height, 'cubic');
}

async function runPair<T extends Tensor>(model: Model, image: T, mask: T): Promise<Tensor> {
  const [imageInput, maskInput] = model.inputs;
  const [outputName] = model.outputs;
  if (!imageInput || !maskInput || !outputName)
    throw new EngineError('engine_failed', 'The inpainting model needs a picture and a mask.');
  const outputs = await model.infer({ [imageInput.name]: image, [maskInput.name]: mask });
  const output = outputs[outputName];
  if (!output) throw new EngineError('engine_failed', 'The inpainting model returned no picture.');
  return output;
}

function bytesOf(tensor: Tensor, { name }: Model): ByteTensor['data'] {
  if (tensor.type !== 'uint8')
    throw new EngineError('engine_failed', `The restore model "${name}.onnx" returned ${tensor.type} numbers.`);
  return tensor.data;
}
