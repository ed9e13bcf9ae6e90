/**
 * The colour network on photographs it has not seen: figures, and a blind test for a person.
 * `npx tsx emulators/bench/colour.ts [folder of colour photographs, default the bench's own] [how many]` prints one row per photo and writes
 * `build/colour/blind.png` (each photo twice, once in the network's colours and once in sepia, left or right by chance), `key.json` (which
 * side is whose; look last) and `compared.png` (grey, network, truth).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decodePicture } from '../src/engine/image/decode';
import type { Picture } from '../src/engine/image/picture';
import { isMonochrome } from '../src/engine/image/tone';
import { createModelStore } from '../src/engine/networks/modelStore';
import { randomOf } from '../src/engine/testing/photos';
import { modelFolder, repositoryRoot } from '../src/engine/testing/workerBundle';
import { COLUMN_TITLES, type ColourScores, colourAnew, columnsOf, meanOf } from './engine/colour';
import { writeSheet } from './engine/contactSheet';
import { fitting } from './engine/degrade';

const LONG_SIDE_PX = 480;
const PAIRS_IN_A_ROW = 2;
const SEED = 20;

async function main(): Promise<void> {
  const root = repositoryRoot();
  const [folder = path.join(root, 'emulators', 'testdata', 'bench'), count = '20'] = process.argv.slice(2);
  const outFolder = path.join(root, 'build', 'colour');
  mkdirSync(outFolder, { recursive: true });
  const models = createModelStore({ modelFolder: modelFolder(), userModelFolder: path.join(modelFolder(), 'user') });
  const random = randomOf(SEED);
  const all: ColourScores[] = [];
  const key: Record<string, 'left' | 'right'> = {};
  const [blind, compared]: [Picture[], Picture[][]] = [[], []];
  console.log(`${'photo'.padEnd(40)}${COLUMN_TITLES}`);
  for (const name of await photosIn(folder, Number(count))) {
    const truth = fitting(await decodePicture(readFileSync(path.join(folder, name))), LONG_SIDE_PX);
    const { grey, sepia, ours, scores } = await colourAnew(models, truth);
    const isLeft = random() < 0.5;
    key[name] = isLeft ? 'left' : 'right';
    blind.push(...(isLeft ? [ours, sepia] : [sepia, ours]));
    compared.push([grey, ours, truth]);
    all.push(scores);
    console.log(`${name.slice(0, 38).padEnd(40)}${columnsOf(scores)}`);
  }
  console.log(`${'mean'.padEnd(40)}${columnsOf(meanOf(all))}`);
  const rows = Array.from({ length: Math.ceil(blind.length / (2 * PAIRS_IN_A_ROW)) }, (_, row) =>
    blind.slice(row * 2 * PAIRS_IN_A_ROW, (row + 1) * 2 * PAIRS_IN_A_ROW),
  );
  await writeSheet(rows, path.join(outFolder, 'blind.png'));
  await writeSheet(compared, path.join(outFolder, 'compared.png'));
  writeFileSync(path.join(outFolder, 'key.json'), `${JSON.stringify(key, null, 2)}\n`);
}

/** Names of colour photographs, spread evenly over the folder. */
async function photosIn(folder: string, count: number): Promise<string[]> {
  const names: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (!/\.(jpe?g|png|webp)$/i.test(name)) continue;
    if (!isMonochrome(await decodePicture(readFileSync(path.join(folder, name))))) names.push(name);
  }
  const step = Math.max(1, names.length / count);
  return Array.from({ length: Math.min(count, names.length) }, (_, i) => names[Math.floor(i * step)] ?? '');
}

await main();
