/** The bench's rows about faces: what PureFace gains inside them, for everything else it leaves as it was. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { clampRect, type Picture } from '../../src/core/image/picture';
import { findFaces } from '../../src/core/networks/faceDetector';
import type { Engine } from '../../src/node/api';
import { decodePicture } from '../../src/node/decode';
import { createOnnxModels } from '../../src/node/onnxModels';
import { type Scores, scoresOf } from '../../src/testing/metrics';
import { blurred, cut, noisy, toPng } from '../../src/testing/photos';
import { modelFolder } from '../../src/testing/workerBundle';
import { writeSheet } from './contactSheet';
import { fitting, jpeg, SOFT_SIGMA_PX } from './degrade';

const LONG_SIDE_PX = 480;
const DAMAGES: Record<string, (truth: Picture, seed: number) => Promise<Picture>> = {
  soft: (truth) => jpeg(blurred(truth, SOFT_SIGMA_PX), 85),
  'very soft': (truth) => jpeg(blurred(truth, 2), 85),
  'soft, grainy': (truth, seed) => jpeg(noisy(blurred(truth, 1), 8, seed), 70),
  'very soft, grainy': (truth, seed) => jpeg(noisy(blurred(truth, 2), 6, seed), 75),
};

/** Prints PSNR and SSIM on luma inside the faces of the truth, before and after PureFace. Writes a contact sheet. */
export async function printFaces(engine: Engine, photoFolder: string, seed: number, sheet: string): Promise<void> {
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const names = readdirSync(photoFolder)
    .filter((name) => name.endsWith('.jpg'))
    .sort();
  const strips: Picture[][] = [];
  console.log(`\n${'inside faces'.padEnd(26)}${'nothing'.padEnd(14)}${'PureFace'.padEnd(14)}gain`);
  for (const [damage, degrade] of Object.entries(DAMAGES)) {
    const rows: Array<{ nothing: Scores; ours: Scores }> = [];
    for (const name of names) {
      const truth = fitting(await decodePicture(readFileSync(path.join(photoFolder, name))), LONG_SIDE_PX);
      const faces = await findFaces(models, truth, () => undefined);
      if (faces.length === 0) continue;
      const damaged = await degrade(truth, seed);
      const ours = await pureFace(engine, damaged);
      for (const face of faces) {
        const [before, after, real] = [damaged, ours, truth].map((picture) => cut(picture, clampRect(face, truth)));
        if (!before || !after || !real) continue;
        rows.push({ nothing: scoresOf(before, real), ours: scoresOf(after, real) });
        strips.push([before, after, real]);
      }
    }
    const mean = (pick: (row: (typeof rows)[number]) => number) =>
      rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
    const column = (who: 'nothing' | 'ours') =>
      `${mean((row) => row[who].psnr).toFixed(2)} ${mean((row) => row[who].ssim).toFixed(3)}`.padEnd(14);
    const gain = mean((row) => row.ours.psnr - row.nothing.psnr);
    console.log(`${damage.padEnd(26)}${column('nothing')}${column('ours')}+${gain.toFixed(2)}, ${rows.length} faces`);
  }
  await writeSheet(strips, sheet);
}

async function pureFace(engine: Engine, picture: Picture): Promise<Picture> {
  const input = await toPng(picture);
  const signal = new AbortController().signal;
  const job = { tool: 'pureface', input, format: 'png', signal, onProgress: () => undefined } as const;
  return await decodePicture((await engine.restore(job)).output);
}
