import { expect, jest, test } from '@jest/globals';
import { countedCheckpoint } from '../../testing/checkpoints';
import { letters } from '../../testing/letters';
import { cut, loadPhoto, overlay } from '../../testing/photos';
import type { JobContext } from '../context';
import { createRaster, type Picture, type Rect } from '../image/picture';

const SIDE = 160;
/** What the detector marks of the word, in pixels. */
const WORD = { left: 50, top: 70, width: 60, height: 8 };

// The networks run in real threads only; what they would find is told here.
let faces: readonly Rect[];
jest.mock('../networks/textDetector', () => ({
  textChance: async () => {
    const chance = createRaster(SIDE, SIDE, 1);
    for (let y = WORD.top; y < WORD.top + WORD.height; y++) {
      chance.data.fill(0.9, y * SIDE + WORD.left, y * SIDE + WORD.left + WORD.width);
    }
    return chance;
  },
  turnedTextChance: async () => ({ chance: createRaster(SIDE, SIDE, 1), back: (x: number, y: number) => [x, y] }),
}));
jest.mock('../networks/faceDetector', () => ({ findFaces: async () => faces }));
jest.mock('../networks/inpainter', () => ({ inventMissing: async () => undefined }));

async function written(): Promise<Picture> {
  const photo = cut(await loadPhoto('moraine_lake'), { left: 20, top: 0, width: SIDE, height: SIDE });
  return await overlay(photo, letters('Anna 12', { x: WORD.left, y: 81, size: 18, paint: 'fill="#fff"' }));
}

// Without a checkpoint in that step, this call would come only when the letters are painted over.
test.each([
  // What lies within a face is not looked at as letters.
  { what: 'a veil', found: [{ left: 0, top: 0, width: SIDE, height: SIDE }], call: 10 },
  { what: 'letters', found: [], call: 40 },
])('cancelled while it looks for $what, text removal never comes to painting', async ({ call, found }) => {
  faces = found;
  // Only what is imported after the mocks sees them.
  const { removeText } = await import('./removeText');
  const told: string[] = [];
  const { checkpoint } = countedCheckpoint(call);
  const context: Partial<JobContext> = { checkpoint, onProgress: ({ message }) => void told.push(message) };
  await expect(removeText(context as JobContext, await written(), [0, 100])).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(told).toEqual(['Looking for text', 'Looking at the letters']);
});
