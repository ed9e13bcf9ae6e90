/** The tools that do not repair: quality, and larger photographs. */
import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import type { Picture } from '../core/image/picture';
import { MAX_IMAGE_PX } from '../core/limits';
import { letters } from '../testing/letters';
import { scoresOf } from '../testing/metrics';
import {
  blurred,
  changedOutside,
  colourDrift,
  cut,
  loadPhoto,
  noisy,
  overlay,
  psnr,
  resized,
  SALLY_FACE,
  toPng,
} from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';
import { decodePicture } from './decode';

jest.setTimeout(240_000);

const { current, restore } = startTestEngine('tools-long-worker');

describe('PhotoScaler', () => {
  test('beats bicubic on a blurred, noisy JPEG, and moves no colour [spec 1.1, 3.10]', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const jpeg = await sharp(await toPng(noisy(blurred(resized(truth, 1 / 2, 'area'), 1.4), 5, 3)))
      .jpeg({ quality: 60 })
      .toBuffer();
    const source = await decodePicture(jpeg);
    const out = await restore('photoscaler', source);
    const bicubic = resized(source, 2, 'cubic');
    expect(psnr(out, truth)).toBeGreaterThan(psnr(bicubic, truth) + 0.3);
    expect(await colourDrift(out, bicubic)).toBeLessThan(1);
  });
});

describe('PureFace', () => {
  // The softer one shows only in the smallest view of the picture.
  test.each([3, 4.5])('finds a face blurred by %d pixels', async (sigma) => {
    const soft = blurred(await loadPhoto('sally_ride_1984'), sigma);
    const out = await restore('pureface', soft);
    expect(changedOutside(out, soft, [])).toBeGreaterThan(3000);
    expect(changedOutside(out, soft, [{ left: 30, top: 0, width: 165, height: 210 }])).toBe(0);
  });

  // Grain needs a smaller face and a larger share of the network than softness does.
  test.each([
    { damage: 'soft', degrade: (truth: Picture) => blurred(truth, 1.4), gain: 1 },
    { damage: 'grainy', degrade: (truth: Picture) => noisy(blurred(truth, 1), 8, 3), gain: 3 },
  ])('brings a $damage face nearer to the truth by $gain dB', async ({ degrade, gain }) => {
    const truth = await loadPhoto('bench/sally_ride_1984');
    const damaged = degrade(truth);
    const face = (picture: Picture) => cut(picture, { left: 215, top: 195, width: 212, height: 228 });
    const before = psnr(face(damaged), face(truth));
    expect(psnr(face(await restore('pureface', damaged)), face(truth))).toBeGreaterThan(before + gain);
  });

  // The detector is shown it at a fraction of its size.
  test('sharpens the face of a large scan in its place', async () => {
    const times = 5;
    const large = blurred(resized(await loadPhoto('sally_ride_1984'), times, 'cubic'), 2);
    const out = await restore('pureface', large);
    const { left, top, width, height } = SALLY_FACE;
    const face = { left: left * times, top: top * times, width: width * times, height: height * times };
    expect(changedOutside(large, out, [face])).toBe(0);
    expect(changedOutside(large, out, [])).toBeGreaterThan(20_000);
  });

  test('leaves a cat alone', async () => {
    const cat = await loadPhoto('bench/cat_chelsea');
    expect(psnr(await restore('pureface', cat), cat)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('LowRez-Fix', () => {
  test('brings a small, noisy face nearer to the truth than enlarging alone does [spec 3.12]', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const jpeg = sharp(await toPng(noisy(blurred(resized(truth, 1 / 2, 'area'), 1.4), 4, 3))).jpeg({ quality: 60 });
    const small = await decodePicture(await jpeg.toBuffer());
    const [plain, out] = [await restore('photoscaler', small), await restore('lowrezfix', small)];
    const face = (picture: Picture) => cut(picture, SALLY_FACE);
    const [enlarged, enhanced] = [scoresOf(face(plain), face(truth)), scoresOf(face(out), face(truth))];
    expect(enhanced.psnr).toBeGreaterThan(enlarged.psnr + 0.1);
    expect(enhanced.gmsd).toBeLessThan(enlarged.gmsd);
  });
});

describe('Text-Remove', () => {
  test('removes a translucent watermark and restores the photograph under it [spec 1.1, 3.13]', async () => {
    const truth = await loadPhoto('bench/cat_chelsea');
    const [x, y] = [truth.width / 2, truth.height / 2];
    const paint = 'fill="#fff" fill-opacity="0.4"';
    const words = [0.3, 0.62, 0.94].map((share) =>
      letters('SAMPLE', { x, y: truth.height * share, size: 58, anchor: 'middle', paint }),
    );
    const marked = await overlay(truth, `<g transform="rotate(-30 ${x} ${y})">${words.join('')}</g>`);
    expect(psnr(await restore('textremove', marked), truth)).toBeGreaterThan(psnr(marked, truth) + 8);
  });

  test.each(['bench/abraham_lincoln_1863', 'bench/marie_curie_c1920', 'bench/cat_chelsea'])(
    'leaves a portrait without text alone, byte for byte: %s [spec 3.13]',
    async (name) => {
      const portrait = await loadPhoto(name);
      expect(psnr(await restore('textremove', portrait), portrait)).toBe(Number.POSITIVE_INFINITY);
    },
  );
});

test('handles the largest allowed picture in less than 1.5 GB', async () => {
  const size = { width: 8000, height: MAX_IMAGE_PX / 8000 };
  const input = await sharp({ create: { ...size, channels: 3, background: '#867' } })
    .jpeg()
    .toBuffer();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const job = { tool: 'pureface', input, format: 'jpg', signal: new AbortController().signal } as const;
  const restored = current().restore({ ...job, onProgress: () => undefined });
  const { width, height } = await restored.finally(() => clearInterval(watching));
  expect({ width, height }).toEqual(size);
  expect(peak - before).toBeLessThan(1.5e9);
});
