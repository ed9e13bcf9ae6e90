/** PureFace and Text-Remove on larger photographs. */
import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import type { Picture } from '../core/image/picture';
import { MAX_IMAGE_PX } from '../core/limits';
import { blurred, changedOutside, cut, loadPhoto, noisy, psnr, resized, SALLY_FACE } from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';

jest.setTimeout(240_000);

const { current, restore } = startTestEngine('tools-long-worker');

describe('PureFace', () => {
  test('finds a soft face', async () => {
    const soft = blurred(await loadPhoto('sally_ride_1984'), 3);
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
});

test.each(['bench/abraham_lincoln_1863', 'bench/marie_curie_c1920'])(
  'Text-Remove leaves a portrait without text alone, byte for byte: %s [spec 3.13]',
  async (name) => {
    const portrait = await loadPhoto(name);
    expect(psnr(await restore('textremove', portrait), portrait)).toBe(Number.POSITIVE_INFINITY);
  },
);

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
