import { expect, test } from '@jest/globals';
import { loadPhoto, randomOf } from '../../testing/photos';
import { gaussianBlur } from '../image/blur';
import { byteAt, createRaster, lumaOf, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { toGrey } from '../image/tone';
import { spotMask, spotsIn } from './spots';

const [WIDTH, HEIGHT] = [480, 360];

interface Dot {
  x: number;
  y: number;
  radius: number;
  /** Levels that are added to the ground. */
  levels: number;
}

/** A studio's backdrop: uneven light and grain. */
function backdrop(): Raster {
  const random = randomOf(7);
  const grain = createRaster(WIDTH, HEIGHT, 1);
  for (let i = 0; i < grain.data.length; i++) grain.data[i] = 16 * (random() - 0.5);
  const out = gaussianBlur(grain, 0.7);
  for (let i = 0; i < out.data.length; i++) out.data[i] = 150 + 60 * ((i % WIDTH) / WIDTH) + (out.data[i] as number);
  return out;
}

function withDots(ground: Raster, dots: readonly Dot[]): Raster {
  const out: Raster = { ...ground, data: new Float32Array(ground.data) };
  for (const { x, y, radius, levels } of dots) {
    const reach = Math.ceil(radius) + 1;
    for (let row = Math.max(0, Math.floor(y) - reach); row <= Math.min(HEIGHT - 1, y + reach); row++) {
      for (let column = Math.max(0, Math.floor(x) - reach); column <= Math.min(WIDTH - 1, x + reach); column++) {
        const i = row * WIDTH + column;
        const inside = radius - Math.hypot(column - x, row - y);
        if (inside > -1) out.data[i] = (out.data[i] as number) + levels * Math.min(1, inside + 1);
      }
    }
  }
  return out;
}

function anywhere(count: number, levels: number, mostRadius = 4): Dot[] {
  const random = randomOf(3);
  return Array.from({ length: count }, () => ({
    x: 10 + random() * (WIDTH - 20),
    y: 10 + random() * (HEIGHT - 20),
    radius: 1.5 + (mostRadius - 1.5) * random(),
    levels,
  }));
}

function lattice(spacing: number, { right = WIDTH, bottom = HEIGHT } = {}): Dot[] {
  const dots: Dot[] = [];
  for (let y = spacing / 2; y < bottom; y += spacing) {
    // Cloth is not flat.
    for (let x = spacing / 2; x < right; x += spacing) dots.push({ x: x + 2 * Math.sin(y), y, radius: 3, levels: -40 });
  }
  return dots;
}

/** How many of the dots have a spot in their middle. */
function found(luma: Raster, dots: readonly Dot[]): number {
  const mask = spotMask(spotsIn(luma), luma);
  return dots.filter(({ x, y }) => byteAt(mask.data, Math.round(y) * WIDTH + Math.round(x)) === 1).length;
}

test('foxing all over a backdrop is found, and little else', () => {
  const dots = anywhere(60, -22);
  const luma = withDots(backdrop(), dots);
  expect(found(luma, dots)).toBeGreaterThan(45);
  expect(spotsIn(luma).spots.length).toBeLessThanOrEqual(dots.length);
});

test('foxing in a large scan is marked at its place', () => {
  const dots = anywhere(60, -22, 2);
  const small = withDots(backdrop(), dots);
  const large = resample(small, WIDTH * 3, HEIGHT * 3, 'linear');
  const mask = spotMask(spotsIn(large), large);
  const marked = dots.filter(({ x, y }) =>
    byteAt(mask.data, Math.round(3 * y + 1) * large.width + Math.round(3 * x + 1)),
  );
  expect(marked.length).toBeGreaterThan(45);
});

test('the holes of lace stay where the backdrop has foxing', () => {
  const [left, top] = [160, 120];
  const lace = backdrop();
  const isLace = ({ x, y }: { x: number; y: number }) => Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < 80;
  for (let i = 0; i < lace.data.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    if (isLace({ x, y })) lace.data[i] = 215 + 22 * Math.sin(x / 2) * Math.cos(y / 2);
  }
  const holes = Array.from({ length: 16 }, (_, i) => ({
    x: left + 40 + (i % 4) * 34,
    y: top + 20 + Math.floor(i / 4) * 30,
    radius: 3,
    levels: -130,
  }));
  const dots = anywhere(70, -22).filter((dot) => !isLace(dot));
  const luma = withDots(lace, [...dots, ...holes.filter(isLace)]);
  expect(found(luma, dots)).toBeGreaterThan(0.7 * dots.length);
  expect(found(luma, holes.filter(isLace))).toBe(0);
});

test.each([
  ['a backdrop with grain alone', () => backdrop()],
  ['a few spots: moles, buttons', () => withDots(backdrop(), anywhere(8, -40))],
  ['bright dots: stars, glints, lights', () => withDots(backdrop(), anywhere(60, 30))],
  ['a dotted dress', () => withDots(backdrop(), lattice(32))],
  ['a dotted tie, beads', () => withDots(backdrop(), lattice(12, { right: 150, bottom: 110 }))],
  ['gravel', () => withDots(backdrop(), anywhere(2600, -40))],
])('%s: nothing is taken for a spot', (_, picture) => {
  expect(spotsIn(picture()).spots).toHaveLength(0);
});

test.each(['karl_marx_1875', 'sally_ride_1984', 'moraine_lake'])(
  'a sound photograph has no spots: %s',
  async (name) => {
    expect(spotsIn(lumaOf(toGrey(await loadPhoto(name)))).spots).toHaveLength(0);
  },
);
