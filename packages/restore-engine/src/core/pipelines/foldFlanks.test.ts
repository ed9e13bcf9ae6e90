import { describe, expect, test } from '@jest/globals';
import { createPicture, type Picture } from '../image/picture';
import { evenFlanks } from './foldFlanks';
import type { Point } from './longLines';

const [WIDTH, HEIGHT] = [420, 300];
/** Where the ridge lies, and how wide its flanks are, in pixels. */
const RIDGE = 140;
const FLANK = 5;
const RELIEF = 30;

type Scene = (x: number, y: number) => number;

/** Light that falls across the picture, and grain. */
const ground: Scene = (x, y) => 90 + 0.15 * x + ((x * 7 + y * 13) % 5);
const lightOf = (y: number, relief = RELIEF) => {
  const off = y - RIDGE;
  return relief * (off / FLANK) * Math.exp(0.5 - off ** 2 / (2 * FLANK ** 2));
};

function drawn(scene: Scene): Picture {
  const picture = createPicture(WIDTH, HEIGHT);
  for (let i = 0; i < picture.data.length; i++) {
    const pixel = Math.floor(i / 3);
    picture.data[i] = scene(pixel % WIDTH, Math.floor(pixel / WIDTH));
  }
  return picture;
}

const ridge = (from = 0, to = WIDTH - 1): Point[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ x: from + i, y: RIDGE }));

/** Root of the mean squared difference in the rows near the ridge, between two columns. */
function off(picture: Picture, scene: Scene, [from, to] = [20, WIDTH - 20]): number {
  let [sum, count] = [0, 0];
  for (let y = RIDGE - 20; y <= RIDGE + 20; y++) {
    for (let x = from; x < to; x++, count++) sum += ((picture.data[(y * WIDTH + x) * 3] as number) - scene(x, y)) ** 2;
  }
  return Math.sqrt(sum / count);
}

test('the light of a fold’s flanks goes, what the picture shows there stays', () => {
  const folded = drawn((x, y) => ground(x, y) + lightOf(y));
  const even = evenFlanks(folded, [ridge()]);
  expect(off(folded, ground)).toBeGreaterThan(10);
  expect(off(even, ground)).toBeLessThan(1.5);
});

test('light that fades along the fold is taken off as far as it is there', () => {
  const strength = (x: number) => (x < WIDTH / 2 ? RELIEF : RELIEF / 2);
  const folded = drawn((x, y) => ground(x, y) + lightOf(y, strength(x)));
  const even = evenFlanks(folded, [ridge()]);
  expect(off(even, ground, [20, 130])).toBeLessThan(3);
  expect(off(even, ground, [290, 400])).toBeLessThan(3);
});

describe('every byte stays', () => {
  const sound = drawn(ground);

  test('without a line', () => {
    expect(evenFlanks(sound, [])).toBe(sound);
  });

  test('beside a line whose flanks are lit as all the rest', () => {
    const scratched = drawn((x, y) => (Math.abs(y - RIDGE) < 2 ? 240 : ground(x, y)));
    expect(evenFlanks(scratched, [ridge()])).toBe(scratched);
  });

  test('beside a short line', () => {
    const folded = drawn((x, y) => ground(x, y) + lightOf(y));
    expect(evenFlanks(folded, [ridge(100, 300)])).toBe(folded);
  });

  test('far from the ridge', () => {
    const folded = drawn((x, y) => ground(x, y) + lightOf(y));
    const even = evenFlanks(folded, [ridge()]);
    const rows = WIDTH * 3;
    expect(even.data.subarray(0, (RIDGE - 30) * rows)).toEqual(folded.data.subarray(0, (RIDGE - 30) * rows));
  });
});

test('an edge of the picture that runs along a part of the fold stays sharp', () => {
  const scene: Scene = (x, y) => ground(x, y) + (x < 150 && y > RIDGE ? 60 : 0);
  const even = evenFlanks(
    drawn((x, y) => scene(x, y) + lightOf(y)),
    [ridge()],
  );
  expect(off(even, scene, [20, 120])).toBeLessThan(
    off(
      drawn((x, y) => scene(x, y) + lightOf(y)),
      scene,
      [20, 120],
    ),
  );
  const step =
    (even.data[((RIDGE + 2) * WIDTH + 70) * 3] as number) - (even.data[((RIDGE - 1) * WIDTH + 70) * 3] as number);
  // Of its 60 levels.
  expect(step).toBeGreaterThan(40);
});

test('the work can be ended between the lines', () => {
  const stop = () => {
    throw new Error('cancelled');
  };
  expect(() => evenFlanks(drawn(ground), [ridge()], stop)).toThrow('cancelled');
});
