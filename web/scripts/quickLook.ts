/**
 * Makes the quick look at a photo twice, by the client's networks in WebAssembly and by the local engine's in Node, and
 * prints how far apart the two are, in grey levels. Runs as its own process: Jest loads no such module.
 *
 *   npx tsx web/scripts/quickLook.ts FILE [SIDE]
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createPicture,
  type ModelStore,
  QUICK_LOOK_MODELS,
  QUICK_LOOK_SIDE_PX,
  quickLook,
} from '@heirlight/restore-engine/quick-look';
import { createOnnxModels, modelFolder } from '@heirlight/restore-engine/testing';
import sharp from 'sharp';
import { createWasmModels, type NetworkName } from '../src/domain/quickLook/wasmModels';

const runtime = readFileSync(fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')));
const networks = Object.fromEntries(
  QUICK_LOOK_MODELS.map((name) => [name, new Uint8Array(readFileSync(`${modelFolder()}/${name}.onnx`))]),
) as Record<NetworkName, Uint8Array>;

const [file = '', side = QUICK_LOOK_SIDE_PX] = process.argv.slice(2);
const { data, info } = await sharp(file)
  .resize(Number(side), Number(side), { fit: 'inside', withoutEnlargement: true })
  .toColourspace('srgb')
  .removeAlpha()
  .raw()
  .toBuffer({ resolveWithObject: true });
const photo = createPicture(info.width, info.height);
photo.data.set(data);

/** Somewhere in the middle, as a portrait's is. */
const faces = [{ left: info.width * 0.3, top: info.height * 0.2, width: info.width * 0.4, height: info.height * 0.4 }];

async function look(models: ModelStore) {
  const start = performance.now();
  const looked = await quickLook({ models, checkpoint: () => undefined, onProgress: () => undefined }, photo, faces);
  return { looked, ms: Math.round(performance.now() - start) };
}
const here = await look(createWasmModels({ runtime: new Uint8Array(runtime).buffer, networks }));
const engine = await look(createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '', threads: 1 }));

const apart = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
  one.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] ?? 0))), 0);
const changed = apart(photo.data, here.looked.data);
console.log(
  JSON.stringify({ apart: apart(here.looked.data, engine.looked.data), changed, wasmMs: here.ms, nodeMs: engine.ms }),
);
