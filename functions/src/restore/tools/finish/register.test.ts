import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyHabits, type Habit, originsOf } from '@heirlight/replicate-emulator/habits';
import { expect, test } from '@jest/globals';
import { decodeRgb, fromRgb } from '../../../platform/pictures';
import { register } from './register';

const PHOTO = join(__dirname, '../../../../../packages/restore-engine/testdata/karl_marx_1875.jpg');

test('an output that was zoomed, shifted, turned and drifted is found; mirrored it is another picture', async () => {
  const photo = await decodeRgb(readFileSync(PHOTO), { within: 320 });
  const habits: Habit[] = [
    { kind: 'warp', size: 0.01, seed: 3 },
    { kind: 'move', zoom: 1.06, x: 0.03, y: -0.02, degrees: 1.5 },
    { kind: 'megapixel', pixels: 100_000 },
  ];
  const encoded = await (await fromRgb(photo)).png().toBuffer();
  const output = await decodeRgb(await applyHabits(encoded, { habits, format: 'png' }));
  const found = await register(photo, output);
  expect(found.verdict).toBe('this photo');
  const [x, y] = originsOf(habits, photo)(output.width / 2 - 0.5, output.height / 2 - 0.5) ?? [0, 0];
  const [u, v] = found.at(x + 0.5, y + 0.5);
  expect(Math.hypot(u - output.width / 2, v - output.height / 2)).toBeLessThan(0.004 * output.height);

  const mirrored = await decodeRgb(await (await fromRgb(photo)).flop().png().toBuffer());
  expect((await register(photo, mirrored)).verdict).toBe('another photo');
});

test.each([
  ['blank', { width: 400, height: 300 }],
  ['tiny', { width: 20, height: 16 }],
])('of a %s picture nobody can tell', async (_, size) => {
  const blank = { ...size, data: Buffer.alloc(size.width * size.height * 3, 120) };
  expect((await register(blank, { ...size, data: Buffer.alloc(size.width * size.height * 3, 90) })).verdict).toBe(
    'cannot tell',
  );
});
