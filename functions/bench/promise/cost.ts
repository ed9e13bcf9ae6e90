/**
 * `npm run bench:finish`: seconds and peak memory of finishing one drawn picture, at 1, 12 and 40 megapixels, with
 * decoding, faces and encoding. Each in a process of its own, which finishes it twice: what is loaded and compiled counts
 * in the first. The goal is 1 GiB. Then the network that finds faces, beside the same in plain arithmetic.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FaceNetwork, plainNetwork, wasmNetwork, weightsFrom } from '@heirlight/imaging/faces';
import { findFaces } from '../../src/platform/faces/findFaces';
import { finishPicture } from '../../src/restore/tools/tools';
import { photographs, withHabits } from './scenes';

/** The bundle that is deployed is a CommonJS module, in which it is known. */
const require = createRequire(import.meta.url);
Object.assign(globalThis, { require });

const TOOLS = ['deeprestore', 'colorize', 'textremove'] as const;
const MEGAPIXELS = [1, 12, 40];
/** The size of a tile in which faces are looked for, pixels. */
const TILE_PX = 512;
const LOOKS = 5;
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
  const seconds: number[] = [];
  for (const _ of ['first', 'next']) {
    const since = performance.now();
    await finishPicture({
      tool,
      output,
      models: {},
      readOriginal: async () => original,
      findFaces,
      onNoFaces: (reason) => {
        throw new Error(reason);
      },
    });
    seconds.push((performance.now() - since) / 1000);
  }
  console.log(JSON.stringify({ seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }));
}

function compareNetworks(): void {
  const file = (name: string) => readFileSync(require.resolve(`@heirlight/imaging/faces/${name}`));
  const weights = weightsFrom(JSON.parse(file('weights.json').toString()), file('weights.bin'));
  const networks = { plain: plainNetwork(weights), wasm: wasmNetwork(weights) };
  const data = Uint8Array.from({ length: TILE_PX * TILE_PX * 3 }, (_, at) => (at * 7919) % 256);
  const look = (network: FaceNetwork): number => {
    const since = performance.now();
    network({ data, width: TILE_PX, height: TILE_PX });
    return performance.now() - since;
  };
  const times: { plain: number[]; wasm: number[] } = { plain: [], wasm: [] };
  // In turn, so that both have the same machine.
  for (let each = 0; each < LOOKS; each++) {
    times.plain.push(look(networks.plain));
    times.wasm.push(look(networks.wasm));
  }
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN;
  const [plain, wasm] = [median(times.plain), median(times.wasm)];
  console.log(
    `\nFaces of ${TILE_PX} x ${TILE_PX} pixels: plain ${plain.toFixed(0)} ms, WebAssembly ${wasm.toFixed(0)} ms`,
  );
  console.log(`times faster  ${(plain / wasm).toFixed(1)}`);
}

const [tool, megapixels] = process.argv.slice(2);
if (tool && megapixels) {
  await finishOne(tool, Number(megapixels));
} else {
  console.log('tool          Mpx   seconds  (first)   peak MiB   (goal 1024)');
  for (const one of TOOLS) {
    for (const size of MEGAPIXELS) {
      const printed = execFileSync(process.execPath, ['--import', 'tsx', here, one, String(size)], {
        cwd: path.join(path.dirname(here), '../../..'),
        encoding: 'utf8',
      });
      const { seconds, peakMiB } = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');
      const [first, next] = seconds.map((each: number) => each.toFixed(1).padStart(9));
      console.log(`${one.padEnd(12)} ${String(size).padStart(4)} ${next} ${first}  ${peakMiB.toFixed(0).padStart(9)}`);
    }
  }
  compareNetworks();
}
