/**
 * Makes the landing page's before/after pictures: `npx tsx web/scripts/makeDemoPictures.ts <folder of originals>`.
 * Then run `npm run pictures -w web` for the sizes the page loads. `demoPictures.ts` names the originals. Prints the
 * name of a missing one and keeps its old pictures.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine } from '@heirlight/restore-engine';
import { bundleWorker, modelFolder } from '@heirlight/restore-engine/testing';
import sharp from 'sharp';
import { DEMO_PICTURES, type DemoPicture } from './demoPictures';

const MOST_BYTES = 150_000;
const MOST_WIDTH_PX = 960;

const originals = process.argv[2];
if (!originals) throw new Error('Say which folder holds the originals.');
const target = fileURLToPath(new URL('../public/demo', import.meta.url));
mkdirSync(target, { recursive: true });
const engine = createEngine({
  workers: 1,
  workerFile: bundleWorker('demo-worker'),
  modelFolder: modelFolder(),
});

for (const demo of DEMO_PICTURES) {
  const original = path.join(originals, demo.original);
  if (!existsSync(original)) {
    console.log(`${demo.name}: ${original} is missing`);
    continue;
  }
  const before = await prepared(demo, original);
  const signal = new AbortController().signal;
  const { output } = await engine.restore({
    tool: demo.tool,
    input: before,
    format: 'png',
    signal,
    onProgress: () => undefined,
  });
  for (const [moment, picture] of [
    ['before', before],
    ['after', output],
  ] as const) {
    const { data, quality } = await fitted(picture);
    writeFileSync(path.join(target, `${demo.name}-${moment}.jpg`), data);
    console.log(`${demo.name}-${moment}.jpg ${Math.round(data.length / 1000)} kB at quality ${quality}`);
  }
}
await engine.close();

const pictures = DEMO_PICTURES.map(({ name, title, year, author, source, licence }) => ({
  slot: name,
  title: `${title}, ${year}`,
  author,
  source,
  licence,
}));
writeFileSync(path.join(target, 'credits.json'), `${JSON.stringify({ interim: false, pictures }, null, 2)}\n`);

async function prepared({ crop }: DemoPicture, file: string): Promise<Buffer> {
  const cut = sharp(readFileSync(file)).extract(crop);
  return await cut.resize({ width: MOST_WIDTH_PX, withoutEnlargement: true }).png().toBuffer();
}

/** As JPEG of the best quality that keeps to the budget. */
async function fitted(picture: Buffer): Promise<{ data: Buffer; quality: number }> {
  for (let quality = 86; quality > 40; quality -= 4) {
    const data = await sharp(picture).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (data.length <= MOST_BYTES) return { data, quality };
  }
  throw new Error('The picture is too detailed for its budget.');
}
