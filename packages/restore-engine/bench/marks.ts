/**
 * Measures the damage mask on photographs as they are, worn, and worn with damage drawn on them: its thresholds were
 * chosen by this. Prints the signs it decides by, and which percentage of the picture was rightly marked, wrongly
 * marked and missed; at the end the means. `grey` takes the colour out first.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JobContext } from '../src/core/context';
import { type Mask, threshold } from '../src/core/image/mask';
import { byteAt, createRaster, lumaOf, type Picture } from '../src/core/image/picture';
import { resample } from '../src/core/image/resample';
import { isMonochrome, liftFading, toGrey } from '../src/core/image/tone';
import { damageChance } from '../src/core/networks/damageDetector';
import { damageIn, signsIn, withoutMount } from '../src/core/pipelines/damageMask';
import { LEAST_PART } from '../src/core/pipelines/repair';
import { calmed } from '../src/core/pipelines/tools';
import { decodePicture } from '../src/node/decode';
import { createOnnxModels } from '../src/node/onnxModels';
import { asUploaded, overlay, randomOf } from '../src/testing/photos';
import { modelFolder } from '../src/testing/workerBundle';
import { type Arguments, picturesIn, requireFolder } from './arguments';
import { damageLayer, fitting, worn } from './engine/degrade';

export const USAGE = 'FOLDER of sound photographs [grey] [side=768]';

const DEFAULT_SIDE_PX = 768;
/** A pixel is damaged when any channel moved by more than this, in grey levels. */
const DAMAGED_FROM = 12;

/** How many layers of damage, and how the print was worn and scanned after it. */
const DEGREES: ReadonlyArray<{ name: string; layers: number; wear?: { sigma: number; noise: number } }> = [
  { name: 'as it is', layers: 0 },
  { name: 'worn', layers: 0, wear: { sigma: 1.4, noise: 8 } },
  { name: 'crisp, scratched once', layers: 1 },
  { name: 'crisp, scratched', layers: 3 },
  { name: 'worn, scratched', layers: 2, wear: { sigma: 1.4, noise: 8 } },
  { name: 'less worn, scratched', layers: 6, wear: { sigma: 1, noise: 6 } },
  { name: 'worn, scratched all over', layers: 14, wear: { sigma: 1.4, noise: 8 } },
];

export async function run({ words, option }: Arguments): Promise<void> {
  const folder = requireFolder(words[0]);
  const side = Number(option('side') ?? DEFAULT_SIDE_PX);
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const context: JobContext = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const names = picturesIn(folder);
  const totals = DEGREES.map(() => [0, 0, 0]);
  console.log(
    `${'photo'.padEnd(34)}${'degree'.padEnd(26)}share  long  diag  soft  doubt   marked rightly, wrongly, missed (%)`,
  );
  for (const [index, name] of names.entries()) {
    const photo = fitting(await decodePicture(readFileSync(path.join(folder, name))), side);
    const sound = words.includes('grey') ? toGrey(photo) : photo;
    for (const [nth, { name: degree, layers, wear }] of DEGREES.entries()) {
      const damaged = await damagedBy(sound, layers, index * DEGREES.length + nth + 1);
      const picture = await asUploaded(wear ? await worn(damaged, wear, index) : damaged);
      const monochrome = isMonochrome(picture);
      const calm = await calmed(context, picture, monochrome, [0, 1]);
      const chance = await damageChance(context, liftFading(calm), () => undefined);
      const luma = lumaOf(calm);
      const signs = signsIn(withoutMount(chance), luma);
      const found = damageIn(chance, { monochrome, luma });
      const areas = compared(found, differenceOf(sound, damaged, found));
      areas.forEach((area, i) => {
        const total = totals[nth];
        if (total) total[i] = (total[i] ?? 0) + area / names.length;
      });
      const { share, long, diagonals, softness, doubt } = signs;
      const numbers = `${share.toFixed(4)} ${long.toFixed(2)}  ${diagonals.toFixed(2)}  ${softness.toFixed(2)}  ${doubt.toFixed(1).padEnd(7)}`;
      console.log(`${name.slice(0, 32).padEnd(34)}${degree.padEnd(26)}${numbers} ${percent(areas)}`);
    }
  }
  for (const [nth, total] of totals.entries()) {
    console.log(`${'mean'.padEnd(34)}${(DEGREES[nth]?.name ?? '').padEnd(53)}${percent(total)}`);
  }
}

async function damagedBy(sound: Picture, layers: number, seed: number): Promise<Picture> {
  const random = randomOf(seed);
  let picture = sound;
  for (let layer = 0; layer < layers; layer++) picture = await overlay(picture, damageLayer(random, sound));
  return picture;
}

/** Where they differ, at the size of `like`. */
function differenceOf(sound: Picture, damaged: Picture, like: Pick<Mask, 'width' | 'height'>): Mask {
  const moved = createRaster(sound.width, sound.height, 1);
  for (let i = 0; i < sound.data.length; i++) {
    if (Math.abs(byteAt(sound.data, i) - byteAt(damaged.data, i)) > DAMAGED_FROM) moved.data[Math.floor(i / 3)] = 1;
  }
  return threshold(resample(moved, like.width, like.height, 'area'), LEAST_PART);
}

/** Shares of the picture: rightly marked, wrongly marked, missed. */
function compared(found: Mask, truth: Mask): [number, number, number] {
  const areas: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < truth.data.length; i++) {
    const [marked, damaged] = [byteAt(found.data, i), byteAt(truth.data, i)];
    if (marked) areas[damaged ? 0 : 1] += 1 / truth.data.length;
    else if (damaged) areas[2] += 1 / truth.data.length;
  }
  return areas;
}

const percent = (areas: readonly number[]): string =>
  areas.map((area) => (100 * area).toFixed(2).padStart(6)).join(' ');
