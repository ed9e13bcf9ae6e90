/** Makes the pictures of `docs/quality.md`: before and after, side by side. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Picture } from '../src/core/image/picture';
import { toGrey } from '../src/core/image/tone';
import type { EngineTool } from '../src/node/api';
import { decodePicture } from '../src/node/decode';
import { createEngine } from '../src/node/engine';
import { blurred, noisy, resized, scratched, toPng, torn } from '../src/testing/photos';
import { bundleWorker, modelFolder, packageRoot } from '../src/testing/workerBundle';
import { fitting } from './engine/degrade';

export const USAGE = 'makes the pictures of docs/quality.md';

const LONG_SIDE_PX = 448;
const HEIGHT_PX = 360;
const GAP_PX = 6;
const MOST_BYTES = 60_000;

interface Show {
  name: string;
  photo: string;
  tool: EngineTool;
  damage(picture: Picture): Picture | Promise<Picture>;
}

const SHOWS: readonly Show[] = [
  {
    name: 'scratches',
    photo: 'marie_curie_c1920',
    tool: 'deeprestore',
    damage: (photo) => scratched(toGrey(photo), 11),
  },
  {
    name: 'corner',
    photo: 'karl_marx_1875',
    tool: 'deeprestore',
    damage: (photo) => torn(photo, { right: true, bottom: false, share: 0.33, tone: '#fdfdfc', seed: 4 }),
  },
  {
    name: 'small',
    photo: 'sally_ride_1984',
    tool: 'lowrezfix',
    damage: (photo) => noisy(blurred(resized(photo, 0.5, 'area'), 1), 4, 3),
  },
  // Shows what fails: blotches of colour.
  { name: 'blotches', photo: 'abraham_lincoln_1863', tool: 'colorize', damage: toGrey },
];

export async function run(): Promise<void> {
  const folder = path.join(packageRoot(), 'docs');
  mkdirSync(folder, { recursive: true });
  const engine = createEngine({ workers: 1, workerFile: bundleWorker('pictures-worker'), modelFolder: modelFolder() });
  for (const { name, photo, tool, damage } of SHOWS) {
    const file = path.join(packageRoot(), 'testdata', 'bench', `${photo}.jpg`);
    const before = await toPng(await damage(fitting(await decodePicture(readFileSync(file)), LONG_SIDE_PX)));
    const signal = new AbortController().signal;
    const { output } = await engine.restore({
      tool,
      input: before,
      format: 'png',
      signal,
      onProgress: () => undefined,
    });
    const sheet = await sideBySide([before, output]);
    writeFileSync(path.join(folder, `${name}.jpg`), sheet);
    console.log(`docs/${name}.jpg ${sheet.length} bytes`);
  }
  await engine.close();
}

async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const cells = await Promise.all(
    pictures.map((picture) => sharp(picture).resize({ height: HEIGHT_PX }).toBuffer({ resolveWithObject: true })),
  );
  const width = cells.reduce((sum, { info }) => sum + info.width + GAP_PX, -GAP_PX);
  let left = 0;
  const parts = cells.map(({ data, info }) => {
    const part = { input: data, left, top: 0 };
    left += info.width + GAP_PX;
    return part;
  });
  const sheet = sharp({ create: { width, height: HEIGHT_PX, channels: 3, background: '#fff' } });
  const image = await sheet.composite(parts).png().toBuffer();
  for (let quality = 86; quality > 40; quality -= 6) {
    const data = await sharp(image).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (data.length <= MOST_BYTES) return data;
  }
  throw new Error('The picture is too detailed for its budget.');
}
