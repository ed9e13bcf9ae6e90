import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyHabits, type Habit, originsOf } from '@heirlight/replicate-emulator/habits';
import { expect, test } from '@jest/globals';
import { decodeRgb, fromRgb, type RawPicture } from '../../../platform/pictures';
import { quantile } from './planes';
import { register } from './register';

const PHOTO = join(__dirname, '../../../../../packages/restore-engine/testdata/karl_marx_1875.jpg');

const png = async (picture: RawPicture) => (await fromRgb(picture)).png({ compressionLevel: 1 }).toBuffer();
const photograph = () => decodeRgb(readFileSync(PHOTO), { within: 160 });
const HABITS: Habit[] = [
  { kind: 'warp', size: 0.01, seed: 3 },
  { kind: 'move', zoom: 1.06, x: 0.03, y: -0.02, degrees: 1.5 },
  { kind: 'megapixel', pixels: 60_000 },
];
const drawn = async (photo: RawPicture) =>
  decodeRgb(await applyHabits(await png(photo), { habits: HABITS, format: 'png' }));

test('an output that was zoomed, shifted, turned and drifted is found to a ninth of a pixel', async () => {
  const photo = await photograph();
  const output = await drawn(photo);
  const found = await register(photo, output);
  expect(found.verdict).toBe('this photo');
  const from = originsOf(HABITS, photo);
  const offsets = Array.from({ length: 100 }, (_, i) => {
    const [u, v] = [(0.25 + (i % 10) / 20) * output.width, (0.25 + Math.floor(i / 10) / 20) * output.height];
    const [x, y] = from(u - 0.5, v - 0.5) ?? [0, 0];
    const [foundU, foundV] = found.at(x + 0.5, y + 0.5);
    return (Math.hypot(foundU - u, foundV - v) / output.height) * photo.height;
  });
  expect(quantile(offsets, 0.5)).toBeLessThan(0.115);
});

test('a dark photo under white scratches is found: what was repaired says nothing', async () => {
  const photo = await photograph();
  const { width, height } = photo;
  const dark = { ...photo, data: Buffer.from(photo.data.map((level) => Math.round(6 + level * 0.12))) };
  const lines = [0.2, 0.5, 0.75].map(
    (x) => `<path d="M${x * width} 0 L${(1 - x) * width} ${height} M0 ${x * height} L${width} ${x * height}"/>`,
  );
  const scratches = `<svg width="${width}" height="${height}"><g stroke="#eee">${lines.join('')}</g></svg>`;
  const scratched = (await fromRgb(dark)).composite([{ input: Buffer.from(scratches) }]).png();
  const found = await register(await decodeRgb(await scratched.toBuffer()), await drawn(photo));
  expect(found.verdict).toBe('this photo');
});

test('mirrored it is another picture', async () => {
  const photo = await photograph();
  const mirrored = await decodeRgb(await (await fromRgb(photo)).flop().png().toBuffer());
  expect((await register(photo, mirrored)).verdict).toBe('another photo');
});

test('of a blank picture nobody can tell', async () => {
  const size = { width: 20, height: 16 };
  const blank = (level: number) => ({ ...size, data: Buffer.alloc(size.width * size.height * 3, level) });
  expect((await register(blank(120), blank(90))).verdict).toBe('cannot tell');
});
