import { describe, expect, test } from '@jest/globals';
import {
  bicubic,
  bilinear,
  blur,
  boxMean,
  fromYcc,
  localCorrelation,
  mapPlane,
  newPlane,
  type Plane,
  quantile,
  quantiles,
  toYcc,
} from './planes';

const slope = mapPlane(newPlane(12, 9), (_, i) => 3 * (i % 12) + 5 * Math.floor(i / 12));

describe('a plane', () => {
  test('is read between its pixels, whose centres are at a half; beyond the border the border goes on', () => {
    for (const read of [bilinear, bicubic]) {
      expect(read(slope, 4.5, 3.5)).toBeCloseTo(27);
      expect(read(slope, 5.25, 3.75)).toBeCloseTo(3 * 4.75 + 5 * 3.25);
      expect(read(slope, -5, 3.5)).toBeCloseTo(15);
    }
  });

  test('is averaged over squares that are smaller at the borders', () => {
    const mean = boxMean(slope, 1);
    expect(mean.values[3 * 12 + 4]).toBeCloseTo(27);
    expect(mean.values[0]).toBeCloseTo((0 + 3 + 5 + 8) / 4);
    const spot = mapPlane(newPlane(41, 41), (_, i) => (i === 20 * 41 + 20 ? 1 : 0));
    const { values } = blur(spot, 3);
    const spread = values.reduce((sum, value, i) => sum + value * ((i % 41) - 20) ** 2, 0);
    expect(Math.sqrt(spread)).toBeCloseTo(3, 0);
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1);
  });

  test('is averaged exactly in every size, also one that is narrower than the square, and one of many megabytes', () => {
    const mean = (plane: Plane, radius: number, column: number, row: number): number => {
      const [across, down] = [plane.width, plane.height].map((side, at) => {
        const middle = at === 0 ? column : row;
        return { from: Math.max(0, middle - radius), to: Math.min(side - 1, middle + radius) };
      }) as [{ from: number; to: number }, { from: number; to: number }];
      let sum = 0;
      for (let y = down.from; y <= down.to; y++)
        for (let x = across.from; x <= across.to; x++) sum += plane.values[y * plane.width + x] ?? Number.NaN;
      return sum / ((across.to - across.from + 1) * (down.to - down.from + 1));
    };
    const sizes = [
      ...[
        [1, 1, 1],
        [3, 2, 5],
        [17, 13, 2],
        [64, 5, 7],
        [5, 66, 3],
        [2301, 2203, 9],
      ],
    ] as [number, number, number][];
    for (const [width, height, radius] of sizes) {
      const plane = mapPlane(newPlane(width, height), (_, i) => (i * 7919) % 251);
      const averaged = boxMean(plane, radius);
      expect(averaged.values).toHaveLength(width * height);
      for (let i = 0; i < width * height; i += 1 + Math.floor((width * height) / 2_000))
        expect(averaged.values[i]).toBeCloseTo(mean(plane, radius, i % width, Math.floor(i / width)), 3);
    }
  });

  test('is alike to what differs in tone, opposite to its negative, and unlike what is flat', () => {
    const waves = mapPlane(newPlane(30, 30), (_, i) => 100 + 40 * Math.sin((i % 30) / 2));
    const middle = 15 * 30 + 15;
    expect(
      localCorrelation(
        waves,
        mapPlane(waves, (value) => 20 + value / 3),
        4,
      ).values[middle],
    ).toBeCloseTo(1);
    expect(
      localCorrelation(
        waves,
        mapPlane(waves, (value) => 255 - value),
        4,
      ).values[middle],
    ).toBeCloseTo(-1);
    expect(
      localCorrelation(
        waves,
        mapPlane(waves, () => 9),
        4,
      ).values[middle],
    ).toBeCloseTo(0, 1);
  });
});

test('colours come back from luminance and differences', () => {
  const colours = Buffer.from([200, 30, 90, 0, 0, 0, 255, 255, 255, 12, 250, 3]);
  const { y, cb, cr } = toYcc({ data: colours, width: 4, height: 1 });
  const back = [0, 1, 2, 3].flatMap((i) =>
    fromYcc(y.values[i] ?? 0, cb.values[i] ?? 0, cr.values[i] ?? 0).map(Math.round),
  );
  expect(back).toEqual([...colours]);
  expect(y.values[2]).toBeCloseTo(255);
});

test('a share of some values lies below their quantile', () => {
  expect(quantile([9, 1, 5, 3, 7], 0.5)).toBe(5);
  expect(quantile([9, 1, 5, 3, 7], 1)).toBe(9);
  expect(quantile([], 0.5)).toBe(0);
});

test.each([
  ['many values', (i: number) => Math.sin(i) * 1000],
  ['few values, each often', (i: number) => (i * 7) % 5],
  ['rising values', (i: number) => i],
  ['falling values', (i: number) => -i],
])('quantiles are where sorting brings them: %s', (_, nth) => {
  for (const length of [1, 2, 3, 10, 257]) {
    const values = Float32Array.from({ length }, (_unused, i) => nth(i));
    const shares = [0.9, 0, 0.1, 0.5, 0.25, 1];
    const sorted = Float32Array.from(values).sort();
    const places = shares.map((share) => Math.min(length - 1, Math.floor(length * share)));
    expect(quantiles(values, shares)).toEqual(places.map((place) => sorted[place]));
  }
});
