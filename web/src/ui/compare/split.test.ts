import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitAfterKey, splitAt } from './split';

describe('the split after a key', () => {
  test.each([
    ['ArrowRight', 55],
    ['ArrowUp', 55],
    ['ArrowLeft', 45],
    ['ArrowDown', 45],
    ['PageUp', 70],
    ['PageDown', 30],
    ['Home', 0],
    ['End', 100],
  ])('%s moves 50 to %i', (key, expected) => {
    expect(splitAfterKey(key, 50)).toBe(expected);
  });

  test('leaves other keys to the page', () => {
    for (const key of ['Tab', 'Enter', ' ', 'a', 'Escape']) expect(splitAfterKey(key, 50)).toBeNull();
  });

  test('stops at both ends', () => {
    expect(splitAfterKey('ArrowRight', 98)).toBe(100);
    expect(splitAfterKey('ArrowLeft', 3)).toBe(0);
  });
});

test('a pointer position becomes a percentage of the frame between 0 and 100', () => {
  const anywhere = fc.integer({ min: -10_000, max: 10_000 });
  fc.assert(
    fc.property(anywhere, anywhere, fc.integer({ min: 0, max: 4000 }), (x, left, width) => {
      const split = splitAt(x, { left, width });
      expect(split).toBeGreaterThanOrEqual(0);
      expect(split).toBeLessThanOrEqual(100);
    }),
  );
  expect(splitAt(300, { left: 100, width: 400 })).toBe(50);
  expect(splitAt(200, { left: 100, width: 400 })).toBe(25);
});
