import { describe, expect, test } from '@jest/globals';
import { countedCheckpoint } from '../../testing/checkpoints';
import { letters } from '../../testing/letters';
import { cut, loadPhoto, overlay } from '../../testing/photos';
import { coverage } from '../image/mask';
import { createRaster, type Picture, type Raster } from '../image/picture';
import { findLetters, hasLetters } from './findLetters';

const goOn = () => undefined;
const SIDE = 160;
const WORD = { left: 50, top: 70, width: 60, height: 8 };

/** What the detector says of a mark of this size. */
function chanceOf({ width, height }: { width: number; height: number }): Raster {
  const chance = createRaster(SIDE, SIDE, 1);
  for (let y = WORD.top; y < WORD.top + height; y++) {
    chance.data.fill(0.9, y * SIDE + WORD.left, y * SIDE + WORD.left + width);
  }
  return chance;
}

/** A photograph of that size with a word on it. */
async function written(): Promise<Picture> {
  const photo = cut(await loadPhoto('moraine_lake'), { left: 20, top: 0, width: SIDE, height: SIDE });
  return await overlay(photo, letters('Anna 12', { x: WORD.left, y: WORD.top + 11, size: 18, paint: 'fill="#fff"' }));
}

describe('strokes as even as ink', () => {
  test('are letters; the search checks often for cancellation', async () => {
    const count = countedCheckpoint();
    const letters = findLetters(await written(), { chance: chanceOf(WORD), faces: [], checkpoint: count.checkpoint });
    expect(coverage(letters)).toBeGreaterThan(0.005);
    // Most are the rounds in which the ground behind the letters is made.
    expect(count.calls).toBeGreaterThan(100);
  });

  test('are no longer searched once the job is cancelled', async () => {
    const picture = await written();
    const early = countedCheckpoint(8);
    const search = { chance: chanceOf(WORD), faces: [], checkpoint: early.checkpoint };
    expect(() => findLetters(picture, search)).toThrow('cancelled');
    expect(early.calls).toBe(8);
  });

  test('are eyes or a mouth if they lie within a face', async () => {
    const face = { left: 30, top: 20, width: 100, height: 120 };
    expect(coverage(findLetters(await written(), { chance: chanceOf(WORD), faces: [face], checkpoint: goOn }))).toBe(0);
  });

  test('are letters if they are wider than the face they cross', async () => {
    const small = { left: 65, top: 55, width: 30, height: 40 };
    expect(
      coverage(findLetters(await written(), { chance: chanceOf(WORD), faces: [small], checkpoint: goOn })),
    ).toBeGreaterThan(0.005);
  });
});

test('a mark wider than high may be letters, so faces are searched; a single round one is not', () => {
  expect(hasLetters(chanceOf(WORD))).toBe(true);
  expect(hasLetters(chanceOf({ width: 12, height: 12 }))).toBe(false);
  expect(hasLetters(createRaster(SIDE, SIDE, 1))).toBe(false);
});
