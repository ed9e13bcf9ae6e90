import { expect, jest, test } from '@jest/globals';
import type { Progress } from '../api';
import type { JobContext } from '../context';
import { createRaster, type Picture } from '../image/picture';
import { toGrey } from '../image/tone';
import { loadPhoto } from '../testing/photos';

/** What a job does, in its order. */
let happened: string[] = [];
const asked =
  (network: string, answer: (picture: Picture) => unknown) => async (_models: unknown, picture: Picture) => {
    happened.push(network);
    return answer(picture);
  };
const nothing = ({ width, height }: Picture, channels = 1) => createRaster(width, height, channels);

// The networks run in real threads only; what they would find is told here: a scratch from side to side.
jest.mock('../networks/damageDetector', () => ({
  damageChance: asked('damage', (picture) => {
    const chance = nothing(picture);
    chance.data.fill(1, 100 * picture.width, 103 * picture.width);
    return chance;
  }),
}));
jest.mock('../networks/textDetector', () => ({ textChance: asked('text', (picture) => nothing(picture)) }));
jest.mock('../networks/tornDetector', () => ({ tornChance: asked('torn', (picture) => nothing(picture)) }));
jest.mock('../networks/inpainter', () => ({ inventMissing: async () => undefined }));
jest.mock('../networks/colouriser', () => ({
  likelyChroma: asked('colour', (picture) => ({ chroma: nothing(picture, 2), isUsers: true })),
  paintChroma: (grey: Picture) => grey,
}));

test('a job of a grey print asks whether to go on after each network, and before the next', async () => {
  // Only what is imported after the mocks sees them.
  const { repairDamage } = await import('./repair');
  const { colourise } = await import('./colourise');
  happened = [];
  const context = {
    checkpoint: () => void happened.push('checkpoint'),
    onProgress: ({ message }: Progress) => void happened.push(message),
  };
  const print = toGrey(await loadPhoto('sally_ride_1984'));
  const repaired = await repairDamage(context as unknown as JobContext, print, [0, 1]);
  expect(repaired).not.toBe(print);
  await colourise(context as unknown as JobContext, repaired, { range: [0, 1] });
  /** What it does, and how often it asks before the next: between the steps of what it does with each network's answer. */
  const steps: Array<[string, number]> = [];
  for (const what of happened) {
    const last = steps.at(-1);
    if (what !== 'checkpoint') steps.push([what, 0]);
    else if (last) last[1]++;
  }
  expect(steps).toEqual([
    ['Looking for scratches and tears', 0],
    ['damage', 7],
    ['text', 1],
    ['torn', 2],
    ['Repairing scratches and tears', expect.anything()],
    ['Adding colour', 1],
    ['colour', 1],
  ]);
  expect(steps[4]?.[1]).toBeGreaterThan(20);
});
