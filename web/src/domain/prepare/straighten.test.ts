/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { fromTurned, isNoEdit, NO_EDIT, straightenedSize, toTurned, turned, withCorner } from './edit';
import { fromUnitSquare, inverse, mapPoint } from './homography';
import type { Pixels } from './pixels';
import type { Quad } from './quad';
import { editedSize, straighten } from './straighten';

const same = <Value>(value: Value) => value;
const leaning: Quad = [
  { x: 0.2, y: 0.1 },
  { x: 0.9, y: 0.25 },
  { x: 0.8, y: 0.95 },
  { x: 0.1, y: 0.7 },
];

/** A picture whose red grows to the right, whose green grows downwards. */
function slope(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    data.set([(at % width) * 2, Math.floor(at / width) * 2, 0, 255], at * 4);
  }
  return { width, height, data };
}

const colourAt = ({ width, data }: Pixels, x: number, y: number) => [...data.slice((y * width + x) * 4).slice(0, 2)];

describe('a projective map', () => {
  test('takes the unit square to the quad, and its inverse back', () => {
    const map = fromUnitSquare(leaning);
    expect(mapPoint(map, { x: 1, y: 0 }).x).toBeCloseTo(0.9);
    expect(mapPoint(map, { x: 1, y: 1 }).y).toBeCloseTo(0.95);
    const there = mapPoint(map, { x: 0.3, y: 0.6 });
    expect(mapPoint(inverse(map), there).x).toBeCloseTo(0.3);
    expect(mapPoint(inverse(map), there).y).toBeCloseTo(0.6);
  });
});

describe('straightening', () => {
  test('a picture that is not changed gives the same pixels', () => {
    const picture = slope(40, 30);
    expect(straighten(picture, NO_EDIT, picture).data).toEqual(picture.data);
  });

  test('brings the corners of the print to the corners of the picture', () => {
    const picture = slope(120, 100);
    const edit = { corners: leaning, quarters: 0 } as const;
    const size = editedSize(edit, picture, same);
    expect(size).toEqual({ width: 88, height: 71 });
    const flat = straighten(picture, edit, size);
    // Red is twice the column, green twice the row, of the corner in the picture.
    expect(colourAt(flat, 0, 0).map((value) => Math.round(value / 2))).toEqual([24, 10]);
    expect(colourAt(flat, 87, 70).map((value) => Math.round(value / 2))).toEqual([95, 94]);
  });

  test.each([
    [1, 0, 29],
    [2, 39, 29],
    [3, 39, 0],
  ] as const)('%d quarters clockwise bring the right pixel to the top left', (quarters, x, y) => {
    const picture = slope(40, 30);
    const edit = { ...NO_EDIT, quarters };
    const size = editedSize(edit, picture, same);
    expect(size).toEqual(quarters === 2 ? { width: 40, height: 30 } : { width: 30, height: 40 });
    expect(colourAt(straighten(picture, edit, size), 0, 0)).toEqual([x * 2, y * 2]);
  });

  test('gives no more pixels than allowed', () => {
    expect(editedSize(NO_EDIT, { width: 400, height: 200 }, () => ({ width: 4, height: 2 }))).toEqual({
      width: 4,
      height: 2,
    });
    expect(straightenedSize(leaning, { width: 1, height: 1 })).toEqual({ width: 1, height: 1 });
  });
});

describe('an edit', () => {
  test('turned four times is none', () => {
    const once = turned(NO_EDIT, 1);
    expect(isNoEdit(once)).toBe(false);
    expect(isNoEdit(turned(turned(turned(once, 1), 1), 1))).toBe(true);
    expect(turned(NO_EDIT, -1).quarters).toBe(3);
  });

  test('finds a point of the turned picture again', () => {
    for (const quarters of [0, 1, 2, 3] as const) {
      const back = fromTurned(toTurned({ x: 0.2, y: 0.7 }, quarters), quarters);
      expect([back.x, back.y].map((value) => value.toFixed(6))).toEqual(['0.200000', '0.700000']);
    }
  });

  test('keeps a corner from folding the quad, and within the picture', () => {
    expect(withCorner(leaning, 0, { x: 0.95, y: 0.9 })).toBe(leaning);
    expect(withCorner(leaning, 0, { x: -1, y: -1 })[0]).toEqual({ x: 0, y: 0 });
    expect(withCorner(leaning, 0, { x: 0.89, y: 0.25 })).toBe(leaning);
  });
});
