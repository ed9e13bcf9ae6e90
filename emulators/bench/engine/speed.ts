/**
 * The bench's rows about speed: every tool beside the upscaling network alone, so that the ratio holds on any machine. That network does most of the work of
 * most tools; a tool that is faster lets it see less than the whole picture, one that is slower asks others as well.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine, EngineTool } from '../../src/engine/api';
import { decodePicture } from '../../src/engine/image/decode';
import { cutRaster, type Picture } from '../../src/engine/image/picture';
import { createModelStore } from '../../src/engine/networks/modelStore';
import { enlargeFour, UPSCALER_TILE } from '../../src/engine/networks/upscaler';
import { toPng } from '../../src/engine/testing/photos';
import { modelFolder } from '../../src/engine/testing/workerBundle';
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
 * Prints input megapixels per second, the best of a few rounds, and the ratio to the network alone, which takes turns with the tool: machines
 * here are not the same from minute to minute.
 */
export async function printSpeed(engine: Engine, photoFolder: string): Promise<void> {
  const models = createModelStore({ modelFolder: modelFolder(), userModelFolder: '' });
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

async function megapixelsPerSecond(pixels: number, job: () => Promise<unknown>): Promise<number> {
  return pixels / 1e6 / (await watch(job)).seconds;
}
