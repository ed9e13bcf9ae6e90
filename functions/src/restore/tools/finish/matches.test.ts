import { expect, test } from '@jest/globals';
import { areInPlace, followMatches, matchSquares } from './matches';
import { boxMean, mapPlane, newPlane, type Plane } from './planes';
import { nodesFor, splineAt } from './warp';

/** Noise that is smooth over a few pixels, with a mean square of about 1. */
function texture(width: number, height: number): Plane {
  let state = 7;
  const noise = mapPlane(newPlane(width, height), () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 31 - 1;
  });
  return mapPlane(boxMean(noise, 2), (value) => value * 8);
}
/** What the plane shows so many pixels to the left and above. */
const shifted = ({ values, width, height }: Plane, dx: number, dy: number): Plane => {
  const plane = newPlane(width, height);
  for (let i = 0; i < values.length; i++) {
    const [x, y] = [(i % width) - dx, Math.floor(i / width) - dy];
    plane.values[i] = x >= 0 && y >= 0 && x < width && y < height ? (values[y * width + x] ?? 0) : 0;
  }
  return plane;
};
const all = ({ values }: Plane) => new Uint8Array(values.length).fill(1);

test('squares are found where they are, and where nothing is shown none is', () => {
  const photo = texture(120, 90);
  const inside = all(photo);
  for (let y = 0; y < 90; y++) inside.fill(0, y * 120, y * 120 + 60);
  const { found } = matchSquares({ photo, picture: shifted(photo, 6, -4), inside });
  expect(found.length).toBeGreaterThan(10);
  for (const { x, dx, dy } of found) {
    expect(x + dx).toBeGreaterThan(55);
    expect(Math.hypot(dx - 6, dy + 4)).toBeLessThan(0.5);
  }
});

test('squares at the border are not taken for displaced because nothing lies beyond it', () => {
  const photo = texture(160, 120);
  const { found, tried } = matchSquares({ photo, picture: photo, inside: all(photo) });
  expect(found.length).toBeGreaterThan(0.9 * tried);
  for (const { dx, dy } of found) expect(Math.hypot(dx, dy)).toBeLessThan(0.2);
});

test('a part that lies off together is noticed, and single squares that do are not', () => {
  const photo = texture(384, 384);
  const inside = all(photo);
  const isInPlace = (dx: number, size: number) => {
    const picture = mapPlane(photo, (value) => value);
    const off = shifted(photo, dx, 0);
    for (let y = 60; y < 60 + size; y++)
      for (let x = 60; x < 60 + size; x++) picture.values[y * 384 + x] = off.values[y * 384 + x] ?? 0;
    const pair = { photo, picture, inside };
    return areInPlace(pair, matchSquares(pair));
  };
  expect(isInPlace(0, 384)).toBe(true);
  expect(isInPlace(4, 24)).toBe(true);
  expect(isInPlace(1, 100)).toBe(false);
  expect(isInPlace(60, 320)).toBe(false);
});

test('a flat picture and a pattern that repeats have no place of their own', () => {
  const flat = newPlane(80, 80);
  expect(matchSquares({ photo: flat, picture: flat, inside: all(flat) }).found).toEqual([]);
  const stripes = newPlane(80, 80);
  for (let i = 0; i < stripes.values.length; i++) stripes.values[i] = 1.4 * Math.sin((i % 80) * 0.9);
  expect(matchSquares({ photo: stripes, picture: stripes, inside: all(stripes) }).found).toEqual([]);
});

test('the warp follows what most places say, not those that lead elsewhere', () => {
  const spline = nodesFor({ width: 1, height: 0.75 });
  const matches = Array.from({ length: 400 }, (_, i) => {
    const [x, y] = [((i % 20) + 0.5) / 20 - 0.5, ((Math.floor(i / 20) + 0.5) / 20 - 0.5) * 0.75];
    const isWrong = i % 7 === 0;
    return {
      x,
      y,
      dx: isWrong ? 0.03 : 0.01 * Math.sin(6 * y),
      dy: isWrong ? -0.03 : 0.01 * Math.cos(6 * x),
      weight: 1,
    };
  });
  followMatches(spline, matches, 384);
  const errors = matches.map(({ x, y }) => {
    const [dx, dy] = splineAt(spline, x, y);
    return Math.hypot(dx - 0.01 * Math.sin(6 * y), dy - 0.01 * Math.cos(6 * x));
  });
  // A quarter of a pixel of the level.
  expect(errors.sort((a, b) => a - b)[380]).toBeLessThan(0.25 / 384);
});
