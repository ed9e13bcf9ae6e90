/** Prints, photo by photo, what each step of DeepRestore gains on a neglected print. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lumaOf, type Picture } from '../../src/core/image/picture';
import { isMonochrome } from '../../src/core/image/tone';
import { denoise } from '../../src/core/pipelines/denoise';
import { repairDamage } from '../../src/core/pipelines/repair';
import { reviveTone } from '../../src/core/pipelines/reviveTone';
import { decodePicture } from '../../src/node/decode';
import { createOnnxModels } from '../../src/node/onnxModels';
import { scoresOf } from '../../src/testing/metrics';
import { changedOutside } from '../../src/testing/photos';
import { modelFolder } from '../../src/testing/workerBundle';
import { fitting, neglected } from './degrade';

const LONG_SIDE_PX = 896;
const STAGES = ['damaged', 'denoised', 'repaired', 'toned', 'best tone'] as const;

/** The picture with the straight levels that come nearest to the truth: what is then missing is structure, not tone. */
function bestTone(picture: Picture, truth: Picture): Picture {
  const [from, to] = [lumaOf(picture).data, lumaOf(truth).data];
  const sum = { x: 0, y: 0, xx: 0, xy: 0 };
  from.forEach((x, i) => {
    const y = to[i] ?? 0;
    sum.x += x;
    sum.y += y;
    sum.xx += x * x;
    sum.xy += x * y;
  });
  const gain = (sum.xy - (sum.x * sum.y) / from.length) / (sum.xx - (sum.x * sum.x) / from.length);
  const shift = (sum.y - gain * sum.x) / from.length;
  return { ...picture, data: picture.data.map((value) => value * gain + shift) };
}

/** Prints PSNR and SSIM after each stage; `best tone` is the repaired picture with the truth's own levels. */
export async function printStages(photoFolder: string, seed: number): Promise<void> {
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const context = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const photos = readdirSync(photoFolder)
    .filter((name) => name.endsWith('.jpg'))
    .sort();
  const totals = STAGES.map(() => ({ psnr: 0, ssim: 0 }));
  console.log(`\nneglected print${' '.repeat(26)}${STAGES.map((name) => name.padEnd(14)).join('')}repainted`);
  for (const [index, name] of photos.entries()) {
    const truth = fitting(await decodePicture(readFileSync(path.join(photoFolder, name))), LONG_SIDE_PX);
    const damaged = await neglected(truth, seed + index);
    const denoised = await denoise(context, damaged, [0, 1]);
    const repaired = await repairDamage(context, denoised, [0, 1]);
    const repainted = changedOutside(denoised, repaired, []) / (truth.width * truth.height);
    const toned = reviveTone(repaired, isMonochrome(damaged));
    const scores = [damaged, denoised, repaired, toned, bestTone(repaired, truth)].map((picture) =>
      scoresOf(picture, truth),
    );
    for (const [stage, total] of totals.entries()) {
      total.psnr += (scores[stage]?.psnr ?? 0) / photos.length;
      total.ssim += (scores[stage]?.ssim ?? 0) / photos.length;
    }
    console.log(`${path.parse(name).name.padEnd(41)}${line(scores)}${(100 * repainted).toFixed(2)} %`);
  }
  console.log(`${'mean'.padEnd(41)}${line(totals)}`);
}

function line(scores: readonly { psnr: number; ssim: number }[]): string {
  return scores.map(({ psnr, ssim }) => `${psnr.toFixed(2)} ${ssim.toFixed(3)}`.padEnd(14)).join('');
}
