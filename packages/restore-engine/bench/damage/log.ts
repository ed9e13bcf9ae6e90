/** The log of measured networks: one line of JSON for each run. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../src/testing/workerBundle';
import type { PhotoSet } from './photos';

export interface Figures {
  /** By kind of damage; shares 0..1. */
  kinds: Record<string, { removed: number; halfDone: number }>;
  mixtureGainDb: number;
  /** By photograph. */
  sound: Record<string, { changed: number; psnr: number }>;
}

export interface Run extends Figures {
  date: string;
  set: PhotoSet;
  /** Pixels of the long side. */
  side: number;
  /** The first digits of the damage network's SHA-256, and the commit that the code was at. */
  network: string;
  commit: string;
  /** The engine's version, if this is what it ships. */
  release?: string;
}

const file = path.join(packageRoot(), 'bench', 'damage', 'runs.jsonl');

export const record = (run: Run): void => appendFileSync(file, `${JSON.stringify(run)}\n`);

/** The last release's run on the same photographs at the same size. */
export function lastRelease(set: PhotoSet, side: number): Run | undefined {
  const runs = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return runs
    .map((line) => JSON.parse(line) as Run)
    .findLast((run) => run.release && run.set === set && run.side === side);
}

/** @param modelFolder holds damage.onnx */
export function identityOf(modelFolder: string): { network: string; commit: string } {
  const bytes = readFileSync(path.join(modelFolder, 'damage.onnx'));
  const network = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const describe = ['describe', '--always', '--dirty', '--exclude=*'];
  return { network, commit: execFileSync('git', describe, { cwd: packageRoot(), encoding: 'utf8' }).trim() };
}
