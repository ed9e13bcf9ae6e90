/** The other networks that a user may bring; `userModels.test.ts` has one and what happens to a wrong one. */
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { byteAt, numberAt, type Picture } from '../core/image/picture';
import { letters } from '../testing/letters';
import { loadPhoto, overlay } from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';
import { packageRoot } from '../testing/workerBundle';

const { restore } = startTestEngine('user-models-long-worker', path.join(packageRoot(), 'testdata', 'models'));

const pixel = ({ width, data }: Picture, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe("the user's own models are used instead of the shipped ones", () => {
  test('a face network paints the face', async () => {
    const portrait = await loadPhoto('sally_ride_1984');
    const out = await restore('pureface', portrait);
    const [before, after] = [pixel(portrait, 106, 75), pixel(out, 106, 75)];
    for (let c = 0; c < 3; c++)
      expect(Math.abs(numberAt(after, c) - 127.5)).toBeLessThan(Math.abs(numberAt(before, c) - 127.5));
  });

  test('an inpainting network fills the wide strokes of a caption', async () => {
    const lake = await loadPhoto('moraine_lake');
    const caption = letters('LAKE', { x: 128, y: 150, size: 72, anchor: 'middle', paint: 'fill="#ff2020"' });
    const out = await restore('textremove', await overlay(lake, caption));
    let filled = 0;
    for (let i = 0; i < out.data.length; i += 3) {
      if ([0, 1, 2].every((c) => Math.abs(byteAt(out.data, i + c) - 200) <= 1)) filled++;
    }
    expect(filled).toBeGreaterThan(300);
  });
});
