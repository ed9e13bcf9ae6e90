/**
 * `npm run bench:finish`: seconds and peak memory of finishing one drawn picture, at 1, 12 and 40 megapixels, with
 * decoding and encoding. Each in a process of its own. The goal is 1 GiB.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { finishPicture } from '../../src/restore/tools/tools';
import { photographs, withHabits } from './scenes';

const TOOLS = ['deeprestore', 'colorize', 'textremove'] as const;
const MEGAPIXELS = [1, 12, 40];
const here = fileURLToPath(import.meta.url);

async function finishOne(tool: string, megapixels: number): Promise<void> {
  const { default: sharp } = await import('sharp');
  const [first] = await photographs();
  if (!first) throw new Error('There is no photograph');
  const { width, height } = first.picture;
  const factor = Math.sqrt((megapixels * 999_000) / (width * height));
  const size = { width: Math.floor(width * factor), height: Math.floor(height * factor) };
  const source = sharp(first.picture.data, { raw: { width, height, channels: 3 } });
  const original = await source.resize(size.width, size.height, { fit: 'fill' }).jpeg({ quality: 90 }).toBuffer();
  const moved = { kind: 'move', zoom: 1.03, x: 0.01, y: 0.01, degrees: 0.4 } as const;
  const drawn = await withHabits(first.picture, [moved, { kind: 'megapixel', pixels: 1_000_000 }]);
  const output = await sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 3 } })
    .png()
    .toBuffer();
  const since = performance.now();
  await finishPicture({
    tool,
    output,
    models: {},
    readOriginal: async () => original,
    findFaces: async () => [],
    onNoFaces: () => {},
  });
  const seconds = (performance.now() - since) / 1000;
  console.log(JSON.stringify({ seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }));
}

const [tool, megapixels] = process.argv.slice(2);
if (tool && megapixels) {
  await finishOne(tool, Number(megapixels));
} else {
  console.log('tool          Mpx   seconds   peak MiB   (goal 1024)');
  for (const one of TOOLS) {
    for (const size of MEGAPIXELS) {
      const printed = execFileSync(process.execPath, ['--import', 'tsx', here, one, String(size)], {
        cwd: path.join(path.dirname(here), '../../..'),
        encoding: 'utf8',
      });
      const { seconds, peakMiB } = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');
      console.log(
        `${one.padEnd(12)} ${String(size).padStart(4)} ${seconds.toFixed(1).padStart(9)} ${peakMiB.toFixed(0).padStart(10)}`,
      );
    }
  }
}
