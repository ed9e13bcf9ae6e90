import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { plainNetwork, type RgbPicture, weightsFrom } from './network';
import { wasmNetwork } from './wasmNetwork';

const model = (file: string) => readFileSync(join(__dirname, 'model', file));
const weights = weightsFrom(JSON.parse(model('weights.json').toString()), model('weights.bin'));

/** Every pixel differs from its neighbours, so that a value read from the wrong place shows. */
function drawn(width: number, height: number): RgbPicture {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919 + (at >> 5) * 104729) % 256);
  return { data, width, height };
}

test('both networks give the same numbers, whatever the size and whatever was seen before', () => {
  const [plain, fast] = [plainNetwork(weights), wasmNetwork(weights)];
  const sizes = [
    ...[
      [32, 32],
      [300, 200],
      [1, 1],
      [65, 33],
      [96, 257],
      [64, 64],
    ],
  ] as const;
  for (const [width = 0, height = 0] of sizes) {
    const picture = drawn(width, height);
    const [expected, seen] = [plain(picture), fast(picture)];
    expect({ ...seen, data: null }).toEqual({ ...expected, data: null });
    const apart = Math.max(...seen.data.map((value, at) => Math.abs(value - (expected.data[at] ?? Number.NaN))));
    // 32-bit sums of a few hundred products each.
    expect(apart).toBeLessThan(1e-3);
  }
});
