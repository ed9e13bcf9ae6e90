/**
 * The bench's rows about speed: every tool beside the upscaling network alone, so that the ratio holds on any machine. That network does most of the work of
 * most tools; a tool that is faster lets it see less than the whole picture, one that is slower asks others as well.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine, EngineTool } from '../../src/engine/api';
import { decodePicture } from '../../src/engine/image/decode';
import { cutRaster, type Picture } from '../../src/engine/image/picture';
import { isMonochrome } from '../../src/engine/image/tone';
import { createModelStore, type ModelStore } from '../../src/engine/networks/modelStore';
import { enlargeFour, UPSCALER_TILE } from '../../src/engine/networks/upscaler';
import { repairDamage } from '../../src/engine/pipelines/repair';
import { reviveTone } from '../../src/engine/pipelines/reviveTone';
import { calmed } from '../../src/engine/pipelines/tools';
import { toPng } from '../../src/engine/testing/photos';
import { modelFolder } from '../../src/engine/testing/workerBundle';
import { caption, dateStamp, fitting, scratch } from './degrade';
import { watch } from './memory';

const PHOTO = 'abraham_lincoln_1863.jpg';
const SIDE_PX = 1024;
const ROUNDS = 5;
const scratched = (photo: Picture) => scratch(photo, 1);
interface Row {
  name: string;
  /** Left out for what `restoredAsItIs` does. */
  tool?: EngineTool;
  scale?: 2 | 4;
  damage: (photo: Picture) => Promise<Picture>;
}
const ROWS: readonly Row[] = [
  { name: 'photoscaler x2', tool: 'photoscaler', scale: 2, damage: scratched },
  { name: 'photoscaler x4', tool: 'photoscaler', scale: 4, damage: scratched },
  { name: 'lowrezfix x2', tool: 'lowrezfix', scale: 2, damage: scratched },
  { name: 'pureface', tool: 'pureface', damage: scratched },
  { name: 'textremove, no text', tool: 'textremove', damage: scratched },
  { name: 'textremove, a date', tool: 'textremove', damage: (photo) => dateStamp(photo, 1) },
  { name: 'textremove, a caption', tool: 'textremove', damage: (photo) => caption(photo, 1) },
  { name: 'colorize', tool: 'colorize', damage: scratched },
  { name: 'deeprestore', tool: 'deeprestore', damage: scratched },
  { name: 'without faces and colour', damage: scratched },
];

/**
 * Prints input megapixels per second, the best of a few rounds, and the ratio to the network alone, which takes turns with the tool: machines
 * here are not the same from minute to minute.
 */
export async function printSpeed(engine: Engine, photoFolder: string): Promise<void> {
  const photo = fitting(await decodePicture(readFileSync(path.join(photoFolder, PHOTO))), SIDE_PX);
  const models = createModelStore({ modelFolder: modelFolder(), userModelFolder: '' });
  const tile = cutRaster(photo, { left: 0, top: 0, width: UPSCALER_TILE, height: UPSCALER_TILE });
  console.log(`\n${'speed'.padEnd(26)}${'Mpx/s'.padEnd(8)}${'network'.padEnd(9)}ratio`);
  for (const { name, tool, scale, damage } of ROWS) {
    const damaged = await damage(photo);
    const input = await toPng(damaged);
    const { signal } = new AbortController();
    const job = tool
      ? () => engine.restore({ tool, scale, input, format: 'png', signal, onProgress: () => undefined })
      : () => restoredAsItIs(models, damaged);
    let [alone, speed] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      alone = Math.max(alone, await megapixelsPerSecond(UPSCALER_TILE ** 2, () => enlargeFour(models, tile)));
      speed = Math.max(speed, await megapixelsPerSecond(photo.width * photo.height, job));
    }
    console.log(
      `${name.padEnd(26)}${speed.toFixed(3).padEnd(8)}${alone.toFixed(3).padEnd(9)}${(speed / alone).toFixed(2)}`,
    );
  }
}

/** DeepRestore's steps but for clearing faces and adding colour: damage, grain, levels. */
async function restoredAsItIs(models: ModelStore, picture: Picture): Promise<Picture> {
  const context = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const monochrome = isMonochrome(picture);
  const calm = await calmed(context, picture, monochrome, [0, 0.5]);
  return reviveTone(await repairDamage(context, calm, [0.5, 1]), monochrome);
}

async function megapixelsPerSecond(pixels: number, job: () => Promise<unknown>): Promise<number> {
  return pixels / 1e6 / (await watch(job)).seconds;
}
