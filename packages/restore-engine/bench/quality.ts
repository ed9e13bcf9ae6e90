/**
 * Measures quality per tool against doing nothing and against the strongest simple remedy, speed, memory, whether faces
 * stay the same person's, and the largest photographs. Prints one table and writes contact sheets to
 * `build/engine-bench/`. Another seed makes other damage; `uploaded` sends each picture as the web page would; `floats`
 * compares speed with the float network in that folder; `stages` prints each step of DeepRestore on a neglected print.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Picture } from '../src/core/image/picture';
import type { Engine } from '../src/node/api';
import { decodePicture } from '../src/node/decode';
import { createEngine } from '../src/node/engine';
import { type Scores, scoresOf } from '../src/testing/metrics';
import { asUploaded, toPng } from '../src/testing/photos';
import { bundleWorker, modelFolder, packageRoot, repositoryRoot } from '../src/testing/workerBundle';
import { type Arguments, picturesIn } from './arguments';
import { CASES, type Case } from './engine/cases';
import { printColour } from './engine/colour';
import { writeSheet } from './engine/contactSheet';
import { fitting } from './engine/degrade';
import { printFaces } from './engine/faces';
import { printIdentity } from './engine/identity';
import { printLarge } from './engine/large';
import { watch } from './engine/memory';
import { printAgainstFloats, printSpeed } from './engine/speed';
import { printStages } from './engine/stages';
import { printStains } from './engine/stains';

export const USAGE =
  '[seed=1000] [uploaded] [floats=FOLDER] [case names, faces, stains, colour, identity, speed, large, stages]';

interface Row {
  nothing: Scores;
  simple: Scores;
  ours: Scores;
  pixels: number;
  seconds: number;
  peakMb: number;
}

const DEFAULT_SEED = 1000;
const root = repositoryRoot();
const photoFolder = path.join(packageRoot(), 'testdata', 'bench');
const outFolder = path.join(root, 'build', 'engine-bench');

async function measure(
  engine: Engine,
  bench: Case,
  truth: Picture,
  { seed, isUploaded }: { seed: number; isUploaded: boolean },
): Promise<{ row: Row; strip: Picture[] }> {
  const made = await bench.degrade(truth, seed);
  const damaged = isUploaded ? await asUploaded(made) : made;
  const simple = await bench.simple(damaged);
  const input = await toPng(damaged);
  const signal = new AbortController().signal;
  const job = {
    tool: bench.tool,
    input,
    scale: bench.scale,
    format: 'png',
    signal,
    onProgress: () => undefined,
  } as const;
  const { result, seconds, peakMb } = await watch(() => engine.restore(job));
  const ours = await decodePicture(result.output);
  const nothing = bench.atTruthSize(damaged);
  const goal = bench.keepsInput ? damaged : truth;
  const row = {
    nothing: scoresOf(nothing, goal),
    simple: scoresOf(simple, goal),
    ours: scoresOf(ours, goal),
    pixels: damaged.width * damaged.height,
    seconds,
    peakMb,
  };
  return { row, strip: [nothing, simple, ours, truth] };
}

function mean(rows: readonly Row[], pick: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
}

function print(bench: Case, rows: readonly Row[]): void {
  const columns = (['nothing', 'simple', 'ours'] as const).map((who) => {
    const [psnr, ssim, gmsd] = (['psnr', 'ssim', 'gmsd'] as const).map((what) => mean(rows, (row) => row[who][what]));
    return `${psnr?.toFixed(2)} ${ssim?.toFixed(3)} ${gmsd?.toFixed(3)}`.padEnd(20);
  });
  const gain = mean(rows, (row) => row.ours.psnr - row.nothing.psnr);
  const speed = mean(rows, (row) => row.pixels / 1e6 / row.seconds);
  const peak = Math.max(...rows.map(({ peakMb }) => peakMb));
  console.log(
    `${bench.name.padEnd(26)}${columns.join(' ')} ${gain >= 0 ? '+' : ''}${gain.toFixed(2).padEnd(7)} ${speed.toFixed(3).padEnd(7)} ${peak.toFixed(0).padEnd(9)} ${bench.target}`,
  );
}

export async function run({ words, option }: Arguments): Promise<void> {
  const isUploaded = words.includes('uploaded');
  const wanted = words.filter((word) => word !== 'uploaded');
  const seed = Number(option('seed') ?? DEFAULT_SEED);
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word));
  const cases = CASES.filter(({ name }) => isWanted(name));
  const photos = picturesIn(photoFolder);
  mkdirSync(outFolder, { recursive: true });
  const engine = createEngine({
    workers: 1,
    workerFile: bundleWorker('bench-worker'),
    modelFolder: modelFolder(),
  });
  console.log(
    `${photos.length} photos; each column PSNR dB, SSIM, GMSD (0 is equal), on luma; speed in input megapixels per second; peak of the whole process\n`,
  );
  console.log(
    `${'case'.padEnd(26)}${['nothing', 'simple remedy', 'engine'].map((title) => title.padEnd(20)).join(' ')} gain     Mpx/s   peak MiB  target`,
  );
  for (const bench of cases) {
    const rows: Row[] = [];
    const strips: Picture[][] = [];
    for (const [index, name] of photos.entries()) {
      const truth = fitting(await decodePicture(readFileSync(path.join(photoFolder, name))), bench.longSide);
      const { row, strip } = await measure(engine, bench, truth, { seed: seed + index, isUploaded });
      rows.push(row);
      strips.push(strip);
    }
    print(bench, rows);
    await writeSheet(strips, path.join(outFolder, `${bench.name.replaceAll(' ', '-')}.png`));
  }
  if (isWanted('faces')) await printFaces(engine, photoFolder, seed, path.join(outFolder, 'faces.png'));
  if (isWanted('stains')) await printStains(photoFolder, seed, path.join(outFolder, 'stains.png'));
  if (isWanted('colour')) await printColour(photoFolder);
  if (isWanted('identity')) await printIdentity(engine, photoFolder);
  if (isWanted('speed')) await printSpeed(engine, photoFolder);
  const floats = option('floats');
  if (floats) await printAgainstFloats(engine, photoFolder, floats);
  if (isWanted('large')) await printLarge(engine, readFileSync(path.join(photoFolder, 'london_street_rain.jpg')));
  if (isWanted('stages')) await printStages(photoFolder, seed);
  await engine.close();
}
