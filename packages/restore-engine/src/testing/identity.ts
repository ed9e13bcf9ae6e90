/** Whether a face is still the same person's, by face-api's descriptors. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageRoot, repositoryRoot } from './workerBundle';

/**
 * Largest distance between a restored face and its source. face-api takes up to 0.6 for one person. Measured on few
 * pictures: two photographs of one man 25 years apart 0.59; seven pairs of different people 0.50 to 0.82. The two
 * overlap, so the limit lies below both.
 */
export const SAME_FACE_DISTANCE = 0.45;

export type PicturePair = readonly [before: Buffer, after: Buffer];

/** Returns the distances within pairs of encoded pictures, null if the first shows no face. Runs in its own process. */
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
    // The library prints a greeting first; the result is the last line.
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as (number | null)[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
