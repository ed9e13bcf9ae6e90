/**
 * Measures the colour network on photographs it has not seen, and makes a blind test. Prints one row per photo and
 * writes to `build/colour/`: `blind.png` (each photo in the network's colours and in sepia, sides by chance),
 * `key.json` (which side is whose; look last) and `compared.png` (grey, network, truth).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Picture } from '../src/core/image/picture';
import { randomOf } from '../src/testing/photos';
import { packageRoot, repositoryRoot } from '../src/testing/workerBundle';
import type { Arguments } from './arguments';
import { printColour } from './engine/colour';
import { writeSheet } from './engine/contactSheet';

export const USAGE = '[FOLDER of colour photographs] [how many] [grey: of grey ones, for the blind test alone]';

const PAIRS_IN_A_ROW = 2;
const SEED = 20;

export async function run({ words }: Arguments): Promise<void> {
  const root = repositoryRoot();
  const [folder = path.join(packageRoot(), 'testdata', 'bench'), count = '20', kind] = words;
  const outFolder = path.join(root, 'build', 'colour');
  mkdirSync(outFolder, { recursive: true });
  const all = await printColour(folder, Number(count), { isGrey: kind === 'grey' });
  const random = randomOf(SEED);
  const sides = all.map(() => (random() < 0.5 ? 'left' : 'right'));
  const pairs = all.map(({ sepia, ours }, i) => (sides[i] === 'left' ? [ours, sepia] : [sepia, ours]));
  const rows: Picture[][] = [];
  for (let i = 0; i < pairs.length; i += PAIRS_IN_A_ROW) rows.push(pairs.slice(i, i + PAIRS_IN_A_ROW).flat());
  await writeSheet(rows, path.join(outFolder, 'blind.png'));
  await writeSheet(
    all.map(({ grey, ours, truth }) => [grey, ours, truth]),
    path.join(outFolder, 'compared.png'),
  );
  const key = Object.fromEntries(all.map(({ name }, i) => [name, sides[i]]));
  writeFileSync(path.join(outFolder, 'key.json'), `${JSON.stringify(key, null, 2)}\n`);
}
