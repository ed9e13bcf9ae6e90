/** MI-GAN: invents what may have stood in a large hole. Takes LaMa as the user's own file as well. */
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '../errors';
import type { Mask } from '../image/mask';
import { at, byteAt, createPicture, createRaster, numberAt, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import type { Model, ModelStore } from './modelStore';
import { nativeCall } from './nativeCalls';
import { floatsOf, requireForm, toRaster } from './tensor';

/** The side LaMa exports are made for. */
const LAMA_SIDE = 512;

/** The picture with every marked pixel invented; the others are unchanged. Undefined when no such model is installed. */
export async function inventMissing(models: ModelStore, picture: Picture, holes: Mask): Promise<Picture | undefined> {
  const model = await models.find('inpaint');
  if (!model) return undefined;
  const [first] = model.session.inputMetadata;
  const takesBytes = first?.isTensor === true && first.type === 'uint8';
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
    model.session,
    new Tensor('uint8', image, [1, 3, height, width]),
    new Tensor('uint8', known, [1, 1, height, width]),
  );
  requireForm(result, { channels: 3, width, height }, model.name);
  const out = createPicture(width, height);
  const planar = result.data as Uint8Array;
  for (let c = 0; c < 3; c++) for (let i = 0; i < area; i++) out.data[i * 3 + c] = byteAt(planar, c * area + i);
  return out;
}

/** Floats 0..1 at a fixed size; 1 marks the hole; answers 0..255 or 0..1 (https://github.com/advimman/lama and its ONNX exports). */
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
  const dims = [1, 1, LAMA_SIDE, LAMA_SIDE];
  const result = await runPair(
    model.session,
    new Tensor('float32', image, [1, 3, LAMA_SIDE, LAMA_SIDE]),
    new Tensor('float32', hole, dims),
  );
  requireForm(result, { channels: 3 }, model.name);
  const brightest = floatsOf(result).reduce((most, value) => Math.max(most, value), 0);
  return resample(toRaster(result, brightest > 2 ? 1 : 255), picture.width, picture.height, 'cubic');
}

async function runPair(session: InferenceSession, image: Tensor, mask: Tensor): Promise<Tensor> {
  const [imageName, maskName] = session.inputNames;
  const [outputName] = session.outputNames;
  if (!imageName || !maskName || !outputName)
    throw new EngineError('engine_failed', 'The inpainting model needs a picture and a mask.');
  const outputs = await nativeCall(() => session.run({ [imageName]: image, [maskName]: mask }));
  const output = outputs[outputName];
  if (!output) throw new EngineError('engine_failed', 'The inpainting model gave no picture.');
  return output as Tensor;
}
