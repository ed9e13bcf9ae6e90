import { expect, test } from '@jest/globals';
import { randomOf } from '../../testing/photos';
import { withGrainOf } from './grain';
import { byteAt, createPicture, type Picture } from './picture';

const [WIDTH, HEIGHT] = [160, 120];
const GAIN = 1.6;

/** Grey, from a level for each pixel. */
function picture(level: (x: number, y: number) => number): Picture {
  const out = createPicture(WIDTH, HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const value = level(i % WIDTH, Math.floor(i / WIDTH));
    out.data.set([value, value, value], i * 3);
  }
  return out;
}

const lifted = ({ data, ...rest }: Picture): Picture => ({ ...rest, data: data.map((v) => (v - 120) * GAIN + 120) });

/** A wall in two lights, the right half of it lighter, with grain; in its lower part a cloth of clear texture. */
function wall(): Picture {
  const random = randomOf(5);
  return picture((x, y) => {
    const grain = 14 * (random() - 0.5);
    const cloth = y >= 90 ? 24 * Math.sin(x * 1.6) : 0;
    return (x < WIDTH / 2 ? 95 : 150) + grain + cloth;
  });
}

function levelsIn(from: Picture, [left, top, width, height]: readonly [number, number, number, number]): number[] {
  const levels: number[] = [];
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) levels.push(byteAt(from.data, (y * WIDTH + x) * 3));
  return levels;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const spreadOf = (values: readonly number[]) => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
};

test('grain stays as strong as it was, and the light and the texture are lifted', () => {
  const before = wall();
  const out = withGrainOf(before, lifted(before));
  const [calm, bright, cloth] = [
    [10, 10, 50, 60],
    [100, 10, 50, 60],
    [10, 100, 50, 16],
  ] as const;
  expect(spreadOf(levelsIn(out, calm)) / spreadOf(levelsIn(before, calm))).toBeLessThan(1.12);
  const step = (from: Picture) => meanOf(levelsIn(from, bright)) - meanOf(levelsIn(from, calm));
  expect(step(out) / step(before)).toBeCloseTo(GAIN, 1);
  expect(spreadOf(levelsIn(out, cloth)) / spreadOf(levelsIn(before, cloth))).toBeGreaterThan(0.9 * GAIN);
});

test('an edge keeps the sharpness that the lifting gives it', () => {
  const before = picture((x) => (x < WIDTH / 2 ? 90 : 150));
  expect(withGrainOf(before, lifted(before)).data).toEqual(lifted(before).data);
});

test('a blank and a clipped page stay as they were lifted', () => {
  for (const level of [0, 128, 255]) {
    const before = picture(() => level);
    expect(withGrainOf(before, lifted(before)).data).toEqual(lifted(before).data);
  }
});
