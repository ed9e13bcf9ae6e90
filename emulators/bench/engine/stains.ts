/**
 * The bench's rows about stains. The tools that take them out colour and brighten as well, so what they make of a stained print is held against what they
 * make of the same print without stains.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../src/engine/api';
import { decodePicture } from '../../src/engine/image/decode';
import type { Picture } from '../../src/engine/image/picture';
import { scoresOf } from '../../src/engine/testing/metrics';
import { toPng } from '../../src/engine/testing/photos';
import { redOf } from './baselines';
import { writeSheet } from './contactSheet';
import { fitting, stained, toned } from './degrade';

const LONG_SIDE_PX = 896;

/** Prints PSNR on luma, in decibels: stained print, its red channel alone, what DeepRestore makes of it. Writes a contact sheet. */
export async function printStains(engine: Engine, photoFolder: string, seed: number, sheet: string): Promise<void> {
  const restored = async (picture: Picture) => {
    const signal = new AbortController().signal;
    const input = await toPng(picture);
    const job = { tool: 'deeprestore', input, format: 'png', signal, onProgress: () => undefined } as const;
    return await decodePicture((await engine.restore(job)).output);
  };
  const names = readdirSync(photoFolder)
    .filter((name) => name.endsWith('.jpg'))
    .sort();
  const sums = [0, 0, 0];
  const strips: Picture[][] = [];
  for (const [index, name] of names.entries()) {
    const print = toned(fitting(await decodePicture(readFileSync(path.join(photoFolder, name))), LONG_SIDE_PX));
    const damaged = await stained(print, seed + index);
    const [clean, ours] = [await restored(print), await restored(damaged)];
    const scores = [scoresOf(damaged, print), scoresOf(redOf(damaged), redOf(print)), scoresOf(ours, clean)];
    scores.forEach(({ psnr }, i) => {
      sums[i] = (sums[i] ?? 0) + psnr;
    });
    strips.push([damaged, redOf(damaged), ours, clean]);
  }
  const [nothing, red, ours] = sums.map((sum) => (sum / names.length).toFixed(2));
  console.log(`\nstains                    nothing ${nothing}   red channel ${red}   DeepRestore ${ours}`);
  await writeSheet(strips, sheet);
}
