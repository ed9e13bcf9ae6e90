import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decodeRgb, fromRgb, type RawPicture } from '../../../platform/pictures';
import { colourOnly } from './colourOnly';
import { fullSize, timesLarger } from './fullSize';
import { luminance } from './planes';
import type { Registration } from './register';

const PHOTO = join(__dirname, '../../../../../packages/restore-engine/testdata/bench/sally_ride_1984.jpg');
const SIZE = { width: 480, height: 588 };
/** Pixels of the photo for one of the output's, in one direction. */
const TIMES = 3;

const sound = async () => decodeRgb(await sharp(PHOTO).resize(SIZE.width, SIZE.height).png().toBuffer());

async function marked(picture: RawPicture, svg: string): Promise<RawPicture> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${svg}</svg>`;
  const bytes = await (await fromRgb(picture))
    .composite([{ input: Buffer.from(drawing) }])
    .png()
    .toBuffer();
  return decodeRgb(bytes);
}

/** The sound photo at a third of its size, as an honest model returns it, and where it lies: `off` pixels beside. */
async function drawnOf({ picture, off = 0 }: { picture: RawPicture; off?: number }) {
  const [width, height] = [SIZE.width / TIMES, SIZE.height / TIMES];
  const small = (await fromRgb(picture)).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  const registration: Registration = {
    at: (x, y) => [x / TIMES + off, y / TIMES + off],
    verdict: 'this photo',
    coverage: 1,
    likeness: 1,
    alike: 1,
    bend: 0,
    structure: 1,
  };
  return { output: { data: await small.raw().toBuffer(), width, height }, registration };
}

/** Root of the mean squared difference of luminance of the pixels that count, in levels. */
function differenceOf(a: RawPicture, b: RawPicture, counts: (x: number, y: number) => boolean): number {
  const level = ({ data }: RawPicture, i: number) => luminance(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0);
  let [sum, n] = [0, 0];
  for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel++) {
    if (!counts(pixel % SIZE.width, Math.floor(pixel / SIZE.width))) continue;
    sum += (level(a, pixel * 3) - level(b, pixel * 3)) ** 2;
    n++;
  }
  return Math.sqrt(sum / n);
}

const RIM_PX = 4;
const isRim = (x: number, y: number) => Math.min(x, y, SIZE.width - 1 - x, SIZE.height - 1 - y) < RIM_PX;

test.each([0, 0.5, -0.5])('no rim of the damaged photo is left around it, with a register %s px off', async (off) => {
  const truth = await sound();
  const { output, registration } = await drawnOf({ picture: truth, off });
  const frame = `<rect width="100%" height="100%" fill="none" stroke="#fff" stroke-width="${2 * RIM_PX}"/>`;
  const photo = await marked(truth, frame);
  const restored = await fullSize(photo, output, { registration, size: SIZE });
  expect(differenceOf(photo, truth, isRim)).toBeGreaterThan(60);
  expect(differenceOf(restored, truth, isRim)).toBeLessThan(12);
  const coloured = await colourOnly(photo, output, registration);
  expect(differenceOf(coloured, truth, isRim)).toBeLessThan(12);
});

test('what the model has cut off is the photo’s', async () => {
  const truth = await sound();
  const { output, registration } = await drawnOf({ picture: truth });
  const cut = 40;
  const part = (await fromRgb(output)).extract({ left: cut, top: 0, width: output.width - cut, height: output.height });
  const restored = await fullSize(
    truth,
    { data: await part.raw().toBuffer(), width: output.width - cut, height: output.height },
    { registration: { ...registration, at: (x, y) => [x / TIMES - cut, y / TIMES] }, size: SIZE },
  );
  expect(differenceOf(restored, truth, (x) => x < (cut - 8) * TIMES)).toBeLessThan(4);
});

test('damage just inside what the model has cut off is repaired', async () => {
  const truth = await sound();
  const { output, registration } = await drawnOf({ picture: truth });
  const cut = 10;
  const size = { width: output.width - cut, height: output.height };
  const part = (await fromRgb(output)).extract({ left: cut, top: 0, ...size });
  const line = (cut + 4) * TIMES;
  const path = `<path d="M${line} 0 V${SIZE.height}" stroke="#fff" stroke-width="3"/>`;
  const restored = await fullSize(
    await marked(truth, path),
    { data: await part.raw().toBuffer(), ...size },
    { registration: { ...registration, at: (x, y) => [x / TIMES - cut, y / TIMES] }, size: SIZE },
  );
  expect(differenceOf(restored, truth, (x) => Math.abs(x - line) < 3)).toBeLessThan(8);
});

test('the photo’s own detail stays, and a scratch leaves no trace beside the model’s repair', async () => {
  const truth = await sound();
  const { output, registration } = await drawnOf({ picture: truth });
  const everywhere = () => true;
  const enlarged = { data: await (await fromRgb(output)).resize(SIZE.width, SIZE.height).raw().toBuffer(), ...SIZE };
  const restored = await fullSize(truth, output, { registration, size: SIZE });
  expect(differenceOf(restored, truth, everywhere)).toBeLessThan(0.75 * differenceOf(enlarged, truth, everywhere));

  const line = (y: number) => 150 + y / 5;
  const path = `<path d="M150 0 L${line(SIZE.height)} ${SIZE.height}" stroke="#fff" stroke-width="2"/>`;
  const repaired = await fullSize(await marked(truth, path), output, { registration, size: SIZE });
  const isNear = (x: number, y: number) => Math.abs(x - line(y)) < 6;
  const plain = differenceOf(enlarged, truth, isNear);
  expect(differenceOf(repaired, truth, isNear)).toBeLessThan(plain * 1.05);
});

test('a result is never smaller than its photo, nor larger than a picture may be', () => {
  expect(timesLarger({ width: 400, height: 300 }, 2.5)).toEqual({ width: 1_000, height: 750 });
  expect(timesLarger({ width: 8_000, height: 4_900 }, 0.3)).toEqual({ width: 8_000, height: 4_900 });
  const strip = timesLarger({ width: 16_000, height: 20 }, 4);
  expect(strip.width).toBeLessThanOrEqual(16_384);
  const large = timesLarger({ width: 5_000, height: 4_000 }, 4);
  expect(large.width * large.height).toBeLessThan(40_100_000);
});
