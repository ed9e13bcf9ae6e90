import { join } from 'node:path';
import { applyHabits, type Habit } from '@heirlight/replicate-emulator/habits';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testJpeg, testPng } from '../../../../test/support/pictures';
import { decodeRgb, fromRgb, type RawPicture } from '../../../platform/pictures';
import { finishPicture as finish } from '../tools';
import { encodeUnchanged } from './finish';

const finishPicture = ({ original, ...job }: { tool: string; original: Buffer; output: Buffer }) =>
  finish({
    ...job,
    readOriginal: async () => original,
    models: {},
    findFaces: async () => [],
    onNoFaces: () => {},
  });

const SIZE = { width: 320, height: 240 };
/** Where the pretended face is. */
const FACE = { left: 120, top: 80, width: 64, height: 64 };

const png = async (picture: RawPicture) => (await fromRgb(picture)).png().toBuffer();

/** Changes the face strongly and, like a background enhancer, everything else a little. */
function edited(
  original: RawPicture,
  { background, face = (level) => 255 - level }: { background: number; face?: (level: number) => number },
): RawPicture {
  const data = Buffer.from(original.data);
  for (let y = 0; y < original.height; y++) {
    for (let x = 0; x < original.width; x++) {
      const isFace = x >= FACE.left && x < FACE.left + FACE.width && y >= FACE.top && y < FACE.top + FACE.height;
      for (let channel = 0; channel < 3; channel++) {
        const offset = (y * original.width + x) * 3 + channel;
        const value = data[offset] ?? 0;
        data[offset] = isFace ? face(value) : Math.min(255, value + ((x + y) % 2 === 0 ? background : 0));
      }
    }
  }
  return { ...original, data };
}

/** How many pixels at least `margin` away from the face differ, and how many within it. */
function changedPixels(original: RawPicture, result: RawPicture, margin: number): { outside: number; inside: number } {
  let outside = 0;
  let inside = 0;
  for (let y = 0; y < original.height; y++) {
    for (let x = 0; x < original.width; x++) {
      const offset = (y * original.width + x) * 3;
      const isSame = [0, 1, 2].every((channel) => original.data[offset + channel] === result.data[offset + channel]);
      if (isSame) continue;
      const dx = Math.max(FACE.left - x, x - (FACE.left + FACE.width - 1), 0);
      const dy = Math.max(FACE.top - y, y - (FACE.top + FACE.height - 1), 0);
      if (dx === 0 && dy === 0) inside++;
      else if (Math.max(dx, dy) > margin) outside++;
    }
  }
  return { outside, inside };
}

test('pureface leaves every pixel away from its edit as it was [spec 3.11]', async () => {
  const original = await testJpeg(SIZE);
  const before = await decodeRgb(original);
  const output = await png(edited(before, { background: 6 }));
  const finished = await finishPicture({ tool: 'pureface', original, output });
  expect(finished).toMatchObject({ extension: 'png', size: SIZE });
  const { outside, inside } = changedPixels(before, await decodeRgb(finished.bytes), 32);
  expect(outside).toBe(0);
  expect(inside).toBeGreaterThan(FACE.width * FACE.height * 0.95);
});

describe('Text-Remove, whose model draws the whole picture', () => {
  const photograph = () =>
    sharp(join(__dirname, '../../../../../packages/restore-engine/testdata/sally_ride_1984.jpg'))
      .resize(SIZE.width, SIZE.height, { fit: 'cover' })
      .jpeg({ quality: 95 })
      .toBuffer();
  const MEGAPIXEL: Habit = { kind: 'megapixel', pixels: 1_000_000 };

  test.each<[string, Habit[]]>([
    ['as it came', []],
    ['shifted, zoomed and of another size', [{ kind: 'move', zoom: 1.04, x: 0.02, y: -0.01, degrees: 0 }, MEGAPIXEL]],
  ])('leaves every pixel away from the text as it was: %s [spec 3.13]', async (_, habits) => {
    const original = await photograph();
    const before = await decodeRgb(original);
    const cleared = await png(edited(before, { background: 0, face: () => 128 }));
    const output = await applyHabits(cleared, { habits, format: 'png' });
    const finished = await finishPicture({ tool: 'textremove', original, output });
    expect(finished).toMatchObject({ extension: 'png', size: SIZE });
    const { outside, inside } = changedPixels(before, await decodeRgb(finished.bytes), 32);
    expect(outside).toBeLessThan(SIZE.width * SIZE.height * 0.01);
    expect(inside).toBeGreaterThan(FACE.width * FACE.height * 0.9);
  });
});

test('a local edit is kept exactly as the model made it', async () => {
  const original = await testJpeg(SIZE);
  const before = await decodeRgb(original);
  const after = edited(before, { background: 0 });
  const faint = Buffer.from(after.data);
  faint[0] = (faint[0] ?? 0) ^ 1;
  const finished = await finishPicture({ tool: 'pureface', original, output: await png({ ...after, data: faint }) });
  expect((await decodeRgb(finished.bytes)).data.equals(faint)).toBe(true);
});

test('an edit of a face that fills the picture is kept as the model made it', async () => {
  const original = await testJpeg(SIZE);
  const before = await decodeRgb(original);
  const after = { ...before, data: Buffer.from(before.data) };
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const isFace = (x / SIZE.width - 0.5) ** 2 + (y / SIZE.height - 0.5) ** 2 < 0.25;
      const at = (y * SIZE.width + x) * 3;
      if (isFace) after.data[at] = (after.data[at] ?? 0) ^ 3;
    }
  }
  const finished = await finishPicture({ tool: 'pureface', original, output: await png(after) });
  expect((await decodeRgb(finished.bytes)).data.equals(after.data)).toBe(true);
});

test('a clipped border that stays the same does not count as a local edit', async () => {
  const original = await sharp(await testPng(SIZE))
    .extend({ left: 120, right: 120, background: '#fff' })
    .png()
    .toBuffer();
  const before = await decodeRgb(original);
  const data = Buffer.from(before.data.map((value) => (value === 255 ? 255 : Math.min(254, value + 3))));
  const finished = await finishPicture({ tool: 'pureface', original, output: await png({ ...before, data }) });
  expect((await decodeRgb(finished.bytes)).data.equals(before.data)).toBe(true);
});

test('a photo that was reduced for its model gets its own detail back [spec 3.10]', async () => {
  // A panorama is bounded by its long side, so that few pixels are enough: the model sees a quarter of these.
  const size = { width: 8_192, height: 24 };
  const data = Buffer.alloc(size.width * size.height * 3);
  for (let pixel = 0; pixel < size.width * size.height; pixel++)
    data.fill(pixel % 2 === 0 ? 60 : 190, pixel * 3, pixel * 3 + 3);
  const original = await sharp(data, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
  const seen = await sharp(original).resize(4_096, 12).png().toBuffer();
  const output = await sharp(seen).resize(size.width, size.height).png().toBuffer();
  const spread = async (bytes: Buffer) => (await sharp(bytes).stats()).channels[0]?.stdev ?? 0;

  const finished = await finishPicture({ tool: 'photoscaler', original, output });
  expect(await spread(output)).toBeLessThan(5);
  expect(await spread(finished.bytes)).toBeGreaterThan(40);
  // A photo that the model saw whole stays as the model made it.
  const whole = await finishPicture({ tool: 'photoscaler', original: seen, output });
  expect(await spread(whole.bytes)).toBeLessThan(5);
});

test('a face model answering at twice the size is brought back to the original’s', async () => {
  const original = await testJpeg(SIZE);
  const output = await sharp(await png(edited(await decodeRgb(original), { background: 0 })))
    .resize(640, 480)
    .png()
    .toBuffer();
  const finished = await finishPicture({ tool: 'pureface', original, output });
  expect(finished.size).toMatchObject(SIZE);
});

async function meanColour(bytes: Buffer): Promise<number[]> {
  return (await sharp(bytes).stats()).channels.slice(0, 3).map((channel) => channel.mean);
}

test.each(['photoscaler', 'lowrezfix'] as const)(
  '%s keeps the colours of the original [spec 3.10, 3.12]',
  async (tool) => {
    const original = await sharp({ create: { width: 128, height: 96, channels: 3, background: '#8a6f52' } })
      .composite([{ input: await testPng({ width: 40, height: 40 }), left: 8, top: 8 }])
      .jpeg({ quality: 95 })
      .toBuffer();
    const shifted = await sharp(original).resize(512, 384).linear([1.1, 0.95, 1], [-6, 8, -10]).png().toBuffer();
    const finished = await finishPicture({ tool, original, output: shifted });
    expect(finished.size).toMatchObject({ width: 512, height: 384 });
    const [wanted, got] = [await meanColour(original), await meanColour(finished.bytes)];
    for (const [channel, mean] of wanted.entries()) expect(Math.abs((got[channel] ?? 0) - mean)).toBeLessThan(1);
  },
);

test.each([
  { height: 2_000, extension: 'png' },
  { height: 2_001, extension: 'jpg' },
] as const)('a result of 3000 x $height px is stored as $extension: PNG up to 6 megapixels', async (expected) => {
  const { height, extension } = expected;
  const original = await testJpeg({ width: 3_000, height });
  const output = await testPng({ width: 3_000, height });
  const finished = await finishPicture({ tool: 'photoscaler', original, output });
  expect(finished).toMatchObject({ extension, size: { width: 3_000, height } });
  const format = extension === 'png' ? 'png' : 'jpeg';
  expect(finished.contentType).toBe(`image/${format}`);
  expect((await sharp(finished.bytes).metadata()).format).toBe(format);
});

test('a local edit is lossless while that can be stored, then the best JPEG that fits', async () => {
  const picture = await decodeRgb(await testJpeg(SIZE));
  const lossless = await encodeUnchanged(picture);
  expect(lossless).toMatchObject({ extension: 'png', size: { ...SIZE, bytes: lossless.bytes.length } });
  expect((await decodeRgb(lossless.bytes)).data.equals(picture.data)).toBe(true);

  const close = await encodeUnchanged(picture, lossless.bytes.length - 1);
  expect(close).toMatchObject({ extension: 'jpg', contentType: 'image/jpeg', size: { bytes: close.bytes.length } });
  const { data } = await decodeRgb(close.bytes);
  const total = picture.data.reduce((sum, value, index) => sum + Math.abs(value - (data[index] ?? 0)), 0);
  expect(total / data.length).toBeLessThan(1.5);

  const small = await encodeUnchanged(picture, close.bytes.length - 1);
  expect(small.bytes.length).toBeLessThan(close.bytes.length);
  expect((await encodeUnchanged(picture, 1)).bytes.length).toBeLessThan(small.bytes.length);
});

test('WebP, gray, 16-bit and transparent outputs come out as plain 8-bit colour', async () => {
  const original = await testJpeg(SIZE);
  const source = sharp(await testPng(SIZE));
  const outputs = [
    await source.clone().webp().toBuffer(),
    await source.clone().greyscale().png().toBuffer(),
    await source.clone().toColourspace('rgb16').png().toBuffer(),
    await source.clone().ensureAlpha(0.5).png().toBuffer(),
  ];
  for (const output of outputs) {
    const { bytes } = await finishPicture({ tool: 'photoscaler', original, output });
    expect(await sharp(bytes).metadata()).toMatchObject({ ...SIZE, channels: 3, depth: 'uchar', format: 'png' });
  }
});

test('a strip that the model saw stretched comes back in its own shape', async () => {
  const original = await testJpeg({ width: 16_384, height: 20 });
  // The model sees 4096 x 16 and makes it four times as large.
  const output = await sharp(original).resize(16_384, 64, { fit: 'fill' }).png().toBuffer();
  const { size } = await finishPicture({ tool: 'photoscaler', original, output });
  expect(size).toMatchObject({ width: 16_384, height: 20 });
});

test.each(['deeprestore', 'textremove'] as const)(
  'of a picture that %s was shown in a border only the photo comes back',
  async (tool) => {
    const photo = { width: 600, height: 100 };
    const original = await testJpeg(photo);
    // As the model sees and returns it: 600 x 258, in white.
    const framed = await sharp(original).extend({ top: 79, bottom: 79, background: '#ffffff' }).png().toBuffer();
    const output = await sharp(framed).resize(1_504, 640, { fit: 'fill' }).png().toBuffer();
    const { picture } = await finishPicture({ tool, original, output });
    expect(picture.width / picture.height).toBeCloseTo(6, 0);
    const isWhite = (at: number) => picture.data.subarray(at * 3, at * 3 + 3).every((level) => level > 250);
    const middle = Math.floor(picture.width / 2);
    expect([isWhite(middle), isWhite(picture.width * (picture.height - 1) + middle)]).toEqual([false, false]);
  },
);

// Another picture is told in finish.long.test.ts and register.test.ts.
test('a drawn restoration comes back in the photo’s place and size', async () => {
  const photo = sharp(join(__dirname, '../../../../../packages/restore-engine/testdata/bench/mae_jemison_1992.jpg'));
  const original = await photo.resize(360).jpeg({ quality: 95 }).toBuffer();
  const { width, height } = await decodeRgb(original);
  const habits: Habit[] = [
    { kind: 'move', zoom: 1.05, x: 0.02, y: -0.015, degrees: 0.6 },
    { kind: 'megapixel', pixels: 90_000 },
  ];
  const output = await applyHabits(original, { habits, format: 'png' });
  for (const tool of ['deeprestore', 'colorize'] as const) {
    expect((await finishPicture({ tool, original, output })).size).toMatchObject({ width, height });
  }
});
