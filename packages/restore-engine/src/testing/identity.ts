/** Whether a face is still the same person's, by face-api's descriptors. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageRoot, repositoryRoot } from './workerBundle';

/**
 * A restored face may be this far from its source. face-api calls up to 0.6 one person. Measured, on few pictures: the one pair of photographs
 * of one person at hand (Frederick Douglass, some 25 years apart) 0.59; seven pairs of different people 0.50 to 0.82. The two overlap, so the
 * bound lies below both.
 */
export const SAME_FACE_DISTANCE = 0.45;

export type PicturePair = readonly [before: Buffer, after: Buffer];

/** Distances within pairs of encoded pictures, in order; null where no face is found before. Runs in a process of its own. */
export async function identityDistances(pairs: readonly PicturePair[]): Promise<(number | null)[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'heirlight-identity-'));
  try {
    const files = pairs.map((pair, i) =>
      pair.map((bytes, k) => {
        const file = path.join(folder, `${i}-${k}.png`);
        writeFileSync(file, bytes);
        return file;
      }),
    );
    const list = path.join(folder, 'pairs.json');
    writeFileSync(list, JSON.stringify(files));
    const script = path.join(packageRoot(), 'src', 'testing', 'faceDistances.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, list], {
      cwd: repositoryRoot(),
    });
    // The library greets on standard output; the answer is the last line.
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as (number | null)[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
