/**
 * The bench's rows about speed: every tool beside the upscaling network alone, so that the ratio holds on any machine.
 * That network does most of the work of most tools; a tool that is faster lets it see less than the whole picture, one
 * that is slower asks others as well.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JobContext } from '../../src/core/context';
import { at, copyPicture, cutRaster, type Picture, pasteRaster } from '../../src/core/image/picture';
import { tilesOf } from '../../src/core/image/tiles';
import { enlargeFour, UPSCALER_TILE } from '../../src/core/networks/upscaler';
import { freshen } from '../../src/core/pipelines/freshen';
import type { Engine, EngineTool } from '../../src/node/api';
import { decodePicture } from '../../src/node/decode';
import { createOnnxModels } from '../../src/node/onnxModels';
import { toPng } from '../../src/testing/photos';
import { modelFolder } from '../../src/testing/workerBundle';
import { caption, dateStamp, fitting, grain, scratch } from './degrade';
import { watch } from './memory';

const PORTRAIT = 'abraham_lincoln_1863.jpg';
const LANDSCAPE = 'moraine_lake.jpg';
const SIDE_PX = 1024;
const ROUNDS = 5;
const scratched = (photo: Picture) => scratch(photo, 1);
const ROWS: ReadonlyArray<{
  name: string;
  tool: EngineTool;
  scale?: 2 | 4;
  photo?: string;
  damage: (photo: Picture) => Promise<Picture>;
}> = [
  { name: 'photoscaler x2', tool: 'photoscaler', scale: 2, damage: scratched },
  { name: 'photoscaler x4', tool: 'photoscaler', scale: 4, damage: scratched },
  { name: 'lowrezfix x2', tool: 'lowrezfix', scale: 2, damage: scratched },
  { name: 'pureface', tool: 'pureface', damage: scratched },
  { name: 'textremove, no text', tool: 'textremove', damage: scratched },
  { name: 'textremove, a date', tool: 'textremove', damage: (photo) => dateStamp(photo, 1) },
  { name: 'textremove, a caption', tool: 'textremove', damage: (photo) => caption(photo, 1) },
  { name: 'colorize', tool: 'colorize', damage: scratched },
  { name: 'deeprestore', tool: 'deeprestore', damage: scratched },
  // No face to clear and no colour to add.
  {
    name: 'deeprestore, a landscape',
    tool: 'deeprestore',
    photo: LANDSCAPE,
    damage: async (photo) => await grain(await scratched(photo), 1),
  },
];

/**
 * Prints input megapixels per second, the best of a few rounds, and the ratio to the network alone, which takes turns
 * with the tool: machines here are not the same from minute to minute.
 */
export async function printSpeed(engine: Engine, photoFolder: string): Promise<void> {
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const read = async (name: string) =>
    fitting(await decodePicture(readFileSync(path.join(photoFolder, name))), SIDE_PX);
  const corner = { left: 0, top: 0, width: UPSCALER_TILE, height: UPSCALER_TILE };
  const tile = cutRaster(await read(PORTRAIT), corner);
  console.log(`\n${'speed'.padEnd(26)}${'Mpx/s'.padEnd(8)}${'network'.padEnd(9)}ratio`);
  for (const { name, tool, scale, photo: file = PORTRAIT, damage } of ROWS) {
    const photo = await read(file);
    const input = await toPng(await damage(photo));
    const signal = new AbortController().signal;
    const job = { tool, scale, input, format: 'png', signal, onProgress: () => undefined } as const;
    let [alone, speed] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      alone = Math.max(alone, await megapixelsPerSecond(UPSCALER_TILE ** 2, () => enlargeFour(models, tile)));
      speed = Math.max(speed, await megapixelsPerSecond(photo.width * photo.height, () => engine.restore(job)));
    }
    console.log(
      `${name.padEnd(26)}${speed.toFixed(3).padEnd(8)}${alone.toFixed(3).padEnd(9)}${(speed / alone).toFixed(2)}`,
    );
  }
}

/**
 * DeepRestore beside the simplest chain that clears a picture: at half size through the upscaling network as it was
 * published, in floats, back, and blended. That alone took most of the time of the chain this engine began as.
 * @param floatFolder where `upscaler.onnx` in floats lies (`packages/restore-engine/training/convertUpscaler.py`)
 */
export async function printAgainstFloats(engine: Engine, photoFolder: string, floatFolder: string): Promise<void> {
  const models = createOnnxModels({ modelFolder: floatFolder, userModelFolder: '' });
  const context: JobContext = { models, checkpoint: () => undefined, onProgress: () => undefined };
  console.log(`\n${'speed'.padEnd(26)}${'Mpx/s'.padEnd(8)}${'floats'.padEnd(9)}ratio`);
  for (const { name, tool, photo: file = PORTRAIT, damage } of ROWS.filter(({ tool }) => tool === 'deeprestore')) {
    const photo = fitting(await decodePicture(readFileSync(path.join(photoFolder, file))), SIDE_PX);
    const input = await toPng(await damage(photo));
    const signal = new AbortController().signal;
    const job = { tool, input, format: 'png', signal, onProgress: () => undefined } as const;
    let [simple, speed] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      simple = Math.max(simple, await megapixelsPerSecond(photo.width * photo.height, () => blended(context, photo)));
      speed = Math.max(speed, await megapixelsPerSecond(photo.width * photo.height, () => engine.restore(job)));
    }
    console.log(
      `${name.padEnd(26)}${speed.toFixed(3).padEnd(8)}${simple.toFixed(3).padEnd(9)}${(speed / simple).toFixed(2)}`,
    );
  }
}

/** That chain's settings: how much smaller the network sees the picture, a tile's surroundings, the network's share. */
const SIMPLE = { shrink: 2, marginPx: 32, share: 0.7 };

async function blended(context: JobContext, picture: Picture): Promise<Picture> {
  const out = copyPicture(picture);
  for (const { core, outer } of tilesOf(picture, UPSCALER_TILE * SIMPLE.shrink, SIMPLE.marginPx)) {
    const piece = cutRaster(picture, outer);
    const clean = await freshen(context, piece, SIMPLE.shrink);
    for (let i = 0; i < piece.data.length; i++)
      piece.data[i] = (1 - SIMPLE.share) * at(piece.data, i) + SIMPLE.share * at(clean.data, i);
    pasteRaster(out, piece, { ...core, left: core.left - outer.left, top: core.top - outer.top }, core);
  }
  return out;
}

async function megapixelsPerSecond(pixels: number, job: () => Promise<unknown>): Promise<number> {
  return pixels / 1e6 / (await watch(job)).seconds;
}
