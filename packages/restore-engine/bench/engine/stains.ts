/** Measures the stain removal by itself; its tools also colour and brighten. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lumaAt, type Picture } from '../../src/core/image/picture';
import { unstained } from '../../src/core/pipelines/unstain';
import { decodePicture } from '../../src/node/decode';
import { scoresOf } from '../../src/testing/metrics';
import { redOf } from './baselines';
import { writeSheet } from './contactSheet';
import { fitting, stained, toned } from './degrade';

const LONG_SIDE_PX = 896;
/** Where a stain takes more luma than this, in grey levels, it is seen. */
const SEEN = 6;

/**
 * Prints PSNR on luma and the mean error where a stain is: of the stained print, of its red channel, and of the result.
 * Writes a contact sheet.
 */
export async function printStains(photoFolder: string, seed: number, sheet: string): Promise<void> {
  const names = readdirSync(photoFolder)
    .filter((name) => name.endsWith('.jpg'))
    .sort();
  const rows: Array<Record<'nothing' | 'red' | 'ours', { psnr: number; error: number }>> = [];
  const strips: Picture[][] = [];
  for (const [index, name] of names.entries()) {
    const print = toned(fitting(await decodePicture(readFileSync(path.join(photoFolder, name))), LONG_SIDE_PX));
    const damaged = await stained(print, seed + index);
    const ours = unstained(damaged);
    const places = seenStains(damaged, print);
    const judged = (picture: Picture, truth: Picture) => ({
      psnr: scoresOf(picture, truth).psnr,
      error: places.reduce((sum, i) => sum + lumaDistance(picture, truth, i), 0) / places.length,
    });
    rows.push({
      nothing: judged(damaged, print),
      red: judged(redOf(damaged), redOf(print)),
      ours: judged(ours, print),
    });
    strips.push([damaged, redOf(damaged), ours, print]);
  }
  console.log(`\n${'stains'.padEnd(26)}PSNR dB, grey levels off where a stain is seen`);
  for (const who of ['nothing', 'red', 'ours'] as const) {
    const [psnr, error] = (['psnr', 'error'] as const).map(
      (what) => rows.reduce((sum, row) => sum + row[who][what], 0) / rows.length,
    );
    console.log(`${who.padEnd(26)}${psnr?.toFixed(2)}  ${error?.toFixed(1)}`);
  }
  await writeSheet(strips, sheet);
}

const lumaDistance = (a: Picture, b: Picture, pixel: number) =>
  Math.abs(lumaAt(a.data, pixel * 3) - lumaAt(b.data, pixel * 3));

function seenStains(damaged: Picture, print: Picture): number[] {
  const places: number[] = [];
  for (let i = 0; i < damaged.data.length / 3; i++) {
    if (lumaAt(print.data, i * 3) - lumaAt(damaged.data, i * 3) > SEEN) places.push(i);
  }
  return places;
}
