/** Every way in which an output may lie, and every way in which it may be another picture. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyHabits, type Habit, originsOf } from '@heirlight/replicate-emulator/habits';
import { expect, test } from '@jest/globals';
import { decodeRgb, fromRgb, type RawPicture } from '../../../platform/pictures';
import { withoutFrame } from './frame';
import { type Registration, register } from './register';

const PHOTOS = join(__dirname, '../../../../../packages/restore-engine/testdata');
const photograph = (name: string, within = 640) => decodeRgb(readFileSync(join(PHOTOS, name)), { within });
const png = async (picture: RawPicture) => (await fromRgb(picture)).png({ compressionLevel: 1 }).toBuffer();

async function drawn(photo: RawPicture, habits: readonly Habit[]): Promise<RawPicture> {
  return decodeRgb(await applyHabits(await png(photo), { habits, format: 'png' }));
}

/** Where a photo is worth a look: a step of brightness at half the usual size of a screen. */
function hasEdge({ data, width, height }: RawPicture, x: number, y: number): boolean {
  const level = (dx: number, dy: number) => {
    const [column, row] = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))];
    return data[(Math.floor(row) * width + Math.floor(column)) * 3 + 1] ?? 0;
  };
  return Math.hypot(level(2, 0) - level(-2, 0), level(0, 2) - level(0, -2)) > 24;
}

/** How far the found places at edges are from the true ones: 95 of 100 at most so many per cent of the long side. */
function errorOf(
  { at }: Registration,
  photo: RawPicture,
  output: RawPicture,
  { habits, counts = () => true }: { habits: readonly Habit[]; counts?: (pixel: number) => boolean },
): number {
  const from = originsOf(habits, photo);
  const errors: number[] = [];
  for (let i = 0; i < 10_000; i++) {
    const [u, v] = [((i % 100) / 100) * output.width, (Math.floor(i / 100) / 100) * output.height];
    const [x, y] = from(u - 0.5, v - 0.5) ?? [-1, -1];
    if (x < 0 || y < 0 || x > photo.width - 1 || y > photo.height - 1 || !hasEdge(photo, x, y)) continue;
    if (!counts(Math.round(y) * photo.width + Math.round(x))) continue;
    const [foundU, foundV] = at(x + 0.5, y + 0.5);
    const [dx, dy] = [((foundU - u) / output.width) * photo.width, ((foundV - v) / output.height) * photo.height];
    errors.push((100 * Math.hypot(dx, dy)) / Math.max(photo.width, photo.height));
  }
  expect(errors.length).toBeGreaterThan(300);
  return errors.sort((a, b) => a - b)[Math.floor(errors.length * 0.95)] ?? Number.NaN;
}

const MEGAPIXEL: Habit = { kind: 'megapixel', pixels: 1_000_000 };

test.each<[string, Habit[]]>([
  ['squeezed', [MEGAPIXEL]],
  ['zoomed, shifted and turned', [{ kind: 'move', zoom: 1.08, x: 0.04, y: -0.03, degrees: 2 }, MEGAPIXEL]],
  [
    'drifted and in other tones',
    [{ kind: 'warp', size: 0.015, seed: 3 }, { kind: 'tone', gamma: 1.6, warmth: 25 }, MEGAPIXEL],
  ],
])('an output that is %s is found again to a thousandth of its size', async (_, habits) => {
  const photo = await photograph('karl_marx_1875.jpg');
  const output = await drawn(photo, habits);
  const found = await register(photo, output);
  expect(found.verdict).toBe('this photo');
  expect(errorOf(found, photo, output, { habits })).toBeLessThan(0.1);
});

test('a wide photo whose ends were cut off is found, and so is how much is left', async () => {
  const photo = await photograph('bull_run_group_1860s.jpg');
  const output = await drawn(photo, [MEGAPIXEL]);
  const found = await register(photo, output);
  expect(found.verdict).toBe('this photo');
  expect(found.coverage).toBeCloseTo((photo.height * 7) / 3 / photo.width, 1);
  expect(errorOf(found, photo, output, { habits: [MEGAPIXEL] })).toBeLessThan(0.1);
});

test('an output in a frame is found, near the frame too', async () => {
  const photo = await photograph('karl_marx_1875.jpg');
  const habits: Habit[] = [{ kind: 'warp', size: 0.01, seed: 5 }, { kind: 'frame', size: 0.03 }, MEGAPIXEL];
  const output = await drawn(photo, habits);
  const { picture, left, top } = await withoutFrame(photo, output);
  expect(left).toBeGreaterThan(0);
  const found = await register(photo, picture);
  expect(found.verdict).toBe('this photo');
  const at = (x: number, y: number): readonly [number, number] => {
    const [u, v] = found.at(x, y);
    return [u + left, v + top];
  };
  expect(errorOf({ ...found, at }, photo, output, { habits })).toBeLessThan(0.1);
});

test('a photo of fine texture that has drifted is found: no part of it is led to a wrong place', async () => {
  const file = join(__dirname, '../../../../bench/promise/photos/codec_00024.jpg');
  const photo = await decodeRgb(readFileSync(file));
  const habits: Habit[] = [
    { kind: 'warp', size: 0.012, seed: 194_297 },
    { kind: 'move', zoom: 1.07, x: -0.006, y: 0.014, degrees: -1.5 },
    MEGAPIXEL,
  ];
  const output = await drawn(photo, habits);
  const found = await register(photo, output);
  expect(found.verdict).toBe('this photo');
  expect(errorOf(found, photo, output, { habits })).toBeLessThan(0.2);
});

test('a repaired tear and a stain do not pull, and it is still this photo', async () => {
  const whole = await photograph('sally_ride_1984.jpg');
  const { width, height } = whole;
  const damage = `<svg width="${width}" height="${height}"><path d="M${width * 0.2} 0 L${width * 0.35} ${height * 0.5}
    L${width * 0.25} ${height}" stroke="#f4efe4" stroke-width="${width * 0.04}" fill="none"/>
    <circle cx="${width * 0.75}" cy="${height * 0.3}" r="${width * 0.14}" fill="#3a2a10" fill-opacity=".7"/></svg>`;
  const damaged = await decodeRgb(
    await (await fromRgb(whole))
      .composite([{ input: Buffer.from(damage) }])
      .png()
      .toBuffer(),
  );
  const habits: Habit[] = [{ kind: 'move', zoom: 1.04, x: 0.02, y: 0.01, degrees: 0.5 }, MEGAPIXEL];
  const output = await drawn(whole, habits);
  const found = await register(damaged, output);
  expect(found.verdict).toBe('this photo');
  const isSound = (pixel: number) => damaged.data[pixel * 3] === whole.data[pixel * 3];
  expect(errorOf(found, whole, output, { habits, counts: isSound })).toBeLessThan(0.15);
});

test('a photo that has nearly faded is found', async () => {
  const photo = await photograph('karl_marx_1875.jpg');
  const faded = { ...photo, data: Buffer.from(photo.data.map((level) => Math.round(150 + level * 0.16))) };
  const output = await drawn(photo, [{ kind: 'move', zoom: 1.03, x: 0.01, y: 0.01, degrees: 0 }, MEGAPIXEL]);
  expect((await register(faded, output)).verdict).toBe('this photo');
});

test.each<[string, (photo: RawPicture) => Promise<RawPicture>]>([
  ['drawn anew', (photo) => drawn(photo, [{ kind: 'redraw', seed: 1 }, MEGAPIXEL])],
  ['another photograph', () => photograph('sally_ride_1984.jpg')],
  ['mirrored', async (photo) => decodeRgb(await (await fromRgb(photo)).flop().png().toBuffer())],
  [
    'only a part of it',
    async (photo) => {
      const half = { left: 0, top: 0, width: Math.round(photo.width * 0.6), height: Math.round(photo.height * 0.75) };
      return decodeRgb(await (await fromRgb(photo)).extract(half).png().toBuffer());
    },
  ],
])('an output that is %s is not this photo', async (_, made) => {
  const photo = await photograph('karl_marx_1875.jpg');
  expect((await register(photo, await made(photo))).verdict).toBe('another photo');
});
