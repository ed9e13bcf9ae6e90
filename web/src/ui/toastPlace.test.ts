import { describe, expect, test } from '@jest/globals';
import { isFree, placeFor, type Rect, type Surroundings } from './toastPlace';

const toast = { width: 358, height: 80 };
const PHONE = { width: 390, height: 664 };
const WIDE = { width: 1280, height: 800 };
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const around = (more: Partial<Surroundings> = {}): Surroundings => ({
  ...{ window: PHONE, home: 'bottom', controls: [], dialogs: [], words: [] },
  ...more,
});

describe('the place of a toast', () => {
  test.each<[string, Partial<Surroundings>, { x: number; y: number }]>([
    ['below, in the middle of a phone', {}, { x: 16, y: 568 }],
    ['above, in the middle of a phone', { home: 'top' }, { x: 16, y: 16 }],
    ['in the corner of a wide window', { window: WIDE }, { x: 906, y: 704 }],
    ['above a bar of buttons', { controls: [rect(0, 600, 390, 64)] }, { x: 16, y: 512 }],
    ['between two rows of buttons', { controls: [rect(0, 600, 390, 64), rect(0, 440, 390, 60)] }, { x: 16, y: 512 }],
    ['not in too small a gap', { controls: [rect(0, 600, 390, 64), rect(0, 500, 390, 30)] }, { x: 16, y: 412 }],
    ['below what is at the top', { home: 'top', controls: [rect(0, 0, 390, 68)] }, { x: 16, y: 76 }],
    ['beside buttons in a corner', { window: WIDE, controls: [rect(980, 300, 300, 500)] }, { x: 594, y: 704 }],
    ['rather not over words, if it is near', { words: [rect(16, 600, 358, 24)] }, { x: 16, y: 520 }],
    ['over words rather than far away', { words: [rect(16, 100, 358, 564)] }, { x: 16, y: 568 }],
    ['outside a dialog', { home: 'top', dialogs: [rect(12, 12, 366, 500)] }, { x: 16, y: 520 }],
    [
      'in a dialog that fills the window, over none of its buttons',
      { home: 'top', dialogs: [rect(12, 0, 366, 664)], controls: [rect(12, 0, 366, 90), rect(12, 300, 366, 300)] },
      { x: 16, y: 98 },
    ],
  ])('is %s', (_what, surroundings, { x, y }) => {
    const place = placeFor(toast, around(surroundings));
    expect(Math.abs(place.x - x)).toBeLessThan(24);
    expect(Math.abs(place.y - y)).toBeLessThan(4);
    expect(isFree(place, around(surroundings))).toBe(true);
  });

  test('covers as little as it can where buttons fill the window', () => {
    const full = around({ controls: [rect(0, 0, 390, 400), rect(0, 400, 20, 264)] });
    const place = placeFor(toast, full);
    expect(place.y).toBeGreaterThanOrEqual(400);
    expect(isFree(place, full)).toBe(false);
  });

  test('is in the window, however small that is', () => {
    expect(placeFor(toast, around({ window: { width: 320, height: 60 } }))).toMatchObject({ x: 0, y: 0 });
  });

  test('is free no more when a button comes there, or the window is made smaller', () => {
    const place = placeFor(toast, around());
    expect(isFree(place, around())).toBe(true);
    expect(isFree(place, around({ controls: [rect(300, 640, 44, 44)] }))).toBe(false);
    expect(isFree(place, around({ window: { width: 390, height: 400 } }))).toBe(false);
  });

  test('is free no more when it has grown out of the window, which a phone on its side became wider for', () => {
    const place = placeFor({ width: 288, height: 80 }, around());
    expect(isFree({ ...place, width: 358 }, around())).toBe(false);
  });
});
