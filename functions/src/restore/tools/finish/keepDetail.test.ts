import { expect, test } from '@jest/globals';
import { fromRgb, type RawPicture } from '../../../platform/pictures';
import { enlarged, keepDetail } from './keepDetail';

function drawn(width: number, height: number, grey: (x: number, y: number) => number): RawPicture {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.fill(Math.round(grey(x, y)), (y * width + x) * 3, (y * width + x) * 3 + 3);
  }
  return { data, width, height };
}

const greyAt = ({ data, width }: RawPicture, x: number, y: number) => data[(y * width + x) * 3] ?? 0;

function psnr(a: RawPicture, b: RawPicture): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += ((a.data[i] ?? 0) - (b.data[i] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * a.data.length) / sum);
}

test.each([1.02, 5 / 3, 4])('an enlargement %f times lies where the picture lay, to its borders', async (scale) => {
  const [width, height] = [120, 90];
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const ramp = drawn(width, height, (x, y) => 20 + x + y);
  const large = await enlarged(ramp, size);
  expect(large).toMatchObject(size);
  for (const [x, y] of [
    [0, 0],
    [Math.floor(size.width / 2), Math.floor(size.height / 3)],
    [size.width - 1, size.height - 1],
  ] as const) {
    const place = (at: number, to: number, from: number) =>
      Math.min(from - 1, Math.max(0, ((at + 0.5) * from) / to - 0.5));
    const wanted = 20 + place(x, size.width, width) + place(y, size.height, height);
    expect(Math.abs(greyAt(large, x, y) - wanted)).toBeLessThanOrEqual(1);
  }
});

/** Rings that get finer towards the corner, too fine for the model, which gets the photo at less than half its size. */
const rings = (fineness: number) => (x: number, y: number) =>
  128 + 90 * Math.sin((((x / fineness) ** 2 + (y / fineness) ** 2) * Math.PI) / 900);

const FULL = { width: 1_000, height: 660 };
const truth = drawn(FULL.width, FULL.height, rings(1.9));
const resized = async (picture: RawPicture, { width, height }: { width: number; height: number }) => ({
  data: await (await fromRgb(picture)).resize(width, height, { fit: 'fill' }).raw().toBuffer(),
  width,
  height,
});

test('a photo that was reduced for its model comes back with the detail the model never saw', async () => {
  const source = await resized(truth, { width: 600, height: 396 });
  const seen = { width: 250, height: 165 };
  const model = await enlarged(await resized(source, seen), FULL);
  const before = psnr(model, truth);
  const kept = await keepDetail(source, seen, { ...model, data: Buffer.from(model.data) });
  expect(psnr(kept, truth)).toBeGreaterThan(before + 4);
});

test('one that was hardly reduced keeps what the model added', async () => {
  const source = await resized(truth, { width: 252, height: 166 });
  const seen = { width: 250, height: 165 };
  const kept = await keepDetail(source, seen, { ...truth, data: Buffer.from(truth.data) });
  expect(psnr(kept, truth)).toBeGreaterThan(35);
});
