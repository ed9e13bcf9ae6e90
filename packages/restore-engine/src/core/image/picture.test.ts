import { expect, test } from '@jest/globals';
import { clampRect } from './picture';

test('a rectangle covers every pixel it touches, and nothing outside the picture', () => {
  const within = { width: 20, height: 10 };
  expect(clampRect({ left: 10.6, top: 3.2, width: 4.1, height: 2 }, within)).toEqual({
    left: 10,
    top: 3,
    width: 5,
    height: 3,
  });
  expect(clampRect({ left: -3, top: 8.5, width: 30, height: 30 }, within)).toEqual({
    left: 0,
    top: 8,
    width: 20,
    height: 2,
  });
  expect(clampRect({ left: 25, top: 2, width: 5, height: 5 }, within)).toMatchObject({ left: 20, width: 0 });
});
