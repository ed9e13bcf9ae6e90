import { describe, expect, test } from '@jest/globals';
import { componentsOf, coverage, dilate, erode, hysteresis, type Mask, wideParts } from './mask';

function draw(rows: readonly string[]): Mask {
  const width = rows[0]?.length ?? 0;
  return { width, height: rows.length, data: Uint8Array.from(rows.join(''), (c) => (c === '#' ? 1 : 0)) };
}
const show = ({ width, height, data }: Mask) =>
  Array.from({ length: height }, (_, y) =>
    [...data.subarray(y * width, (y + 1) * width)].map((v) => (v ? '#' : '.')).join(''),
  );

describe('masks', () => {
  test('grow by a square and shrink back', () => {
    const dot = draw(['.....', '.....', '..#..', '.....', '.....']);
    expect(show(dilate(dot, 1))).toEqual(['.....', '.###.', '.###.', '.###.', '.....']);
    expect(show(erode(dilate(dot, 1), 1))).toEqual(show(dot));
  });

  test('components are 8-connected', () => {
    expect(componentsOf(draw(['#...', '.#..', '...#'])).map(({ pixels }) => pixels.length)).toEqual([2, 1]);
  });

  test('a scratch is not wide, but a hole is', () => {
    const rows = Array.from({ length: 20 }, (_, y) =>
      y > 4 && y < 14 ? '...##########....##..' : '.................##..',
    );
    const wide = wideParts(draw(rows), 3);
    expect(wide.data[9 * 21 + 8]).toBe(1);
    expect(wide.data[2 * 21 + 17]).toBe(0);
  });

  test('certain pixels keep their connected neighbours; groups without one are dropped', () => {
    const raster = { width: 6, height: 1, channels: 1, data: Float32Array.of(0.95, 0.6, 0.1, 0.6, 0.6, 0.1) };
    const found = hysteresis(raster, { low: 0.5, high: 0.9, share: 0.3 });
    expect([...found.data]).toEqual([1, 1, 0, 0, 0, 0]);
    expect(coverage(found)).toBeCloseTo(1 / 3);
  });
});
