import { describe, expect, test } from '@jest/globals';
import type { Planes } from '../print/planes';
import { letteringOf } from './lettering';
import { blurOf } from './sharpness';
import { toneOf } from './tone';
import { wearOf } from './wear';

const [WIDTH, HEIGHT] = [200, 150];
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

type Colour = readonly [light: number, red: number, blue: number];

/** A picture whose pixels have this lightness and these differences of red and blue from it. */
function drawn(at: (x: number, y: number) => Colour): Planes {
  const channels = [0, 1, 2].map((channel) =>
    Float32Array.from(
      { length: WIDTH * HEIGHT },
      (_, place) => at(place % WIDTH, Math.floor(place / WIDTH))[channel] ?? 0,
    ),
  ) as unknown as Planes['channels'];
  return { width: WIDTH, height: HEIGHT, channels };
}
const grey = (at: (x: number, y: number) => number) => drawn((x, y) => [at(x, y), 0, 0]);
const ramp = (x: number) => 20 + x;
/** Grain of up to 4 grey levels, the same at each run. */
const grain = (x: number, y: number) => ((x * 7919 + y * 104_729) % 9) - 4;

describe('colour and tone', () => {
  test('grey is without warmth and colours, sepia is warm and has one colour for each lightness', () => {
    expect(toneOf(grey(ramp))).toMatchObject({ colourful: 0, warmth: 0 });
    const sepia = toneOf(drawn((x) => [ramp(x), 0.1 * ramp(x), -0.1 * ramp(x)]));
    expect(sepia.colourful).toBe(0);
    expect(sepia.warmth).toBeGreaterThan(12);
  });

  test('a photograph has several colours of one lightness', () => {
    const colour = toneOf(drawn((x, y) => [ramp(x), y < HEIGHT / 2 ? 30 : -30, 0]));
    expect(colour.colourful).toBeGreaterThan(0.9);
  });

  test('a faded print is nowhere dark and nowhere light; its mount does not count', () => {
    const faded = grey((x, y) => (y < 15 ? 255 : y > 135 ? 0 : 80 + ((x * 3) % 90)));
    const { black, white } = toneOf(faded);
    expect([black >= 78, white <= 172]).toEqual([true, true]);
  });
});

describe('scratches', () => {
  const onLine = (x: number, y: number) => Math.abs(y - 30 - 0.4 * x) < 1;

  test('are light or dark lines on a calm ground, and measured in long sides', () => {
    const light = wearOf(grey((x, y) => (onLine(x, y) ? 200 : 100) + grain(x, y)));
    expect(light.light).toBeGreaterThan(0.8);
    expect(light.dark).toBe(0);
    const dark = wearOf(grey((x, y) => (onLine(x, y) ? 20 : 100) + grain(x, y)));
    expect(dark.dark).toBeGreaterThan(0.8);
    expect(dark.light).toBe(0);
  });

  test('are no edges, no grain, no texture and no frame', () => {
    expect(wearOf(grey((x, y) => (y < 30 + 0.4 * x ? 60 : 180) + grain(x, y)))).toEqual({ light: 0, dark: 0 });
    expect(wearOf(grey((x, y) => 100 + grain(x, y)))).toEqual({ light: 0, dark: 0 });
    expect(wearOf(grey((x) => (x % 6 < 2 ? 200 : 100)))).toEqual({ light: 0, dark: 0 });
    expect(wearOf(grey((_, y) => (y === 8 || y === 9 ? 200 : 100)))).toEqual({ light: 0, dark: 0 });
  });
});

describe('lettering', () => {
  /** Bars of a letter's size beside each other, each as far down as `down` says. */
  const inLetter = (x: number, y: number, down: (index: number) => number) => {
    const index = Math.floor((x - 40) / 12);
    const top = 90 + down(index);
    return index >= 0 && index < 7 && (x - 40) % 12 < 7 && y >= top && y < top + 14;
  };

  test('is a line of letters: light ones, or in the orange of a date', () => {
    const words = letteringOf(grey((x, y) => (inLetter(x, y, () => 0) ? 250 : 60)));
    expect(words).toEqual({ light: 7, orange: 0 });
    const date = letteringOf(drawn((x, y) => (inLetter(x, y, () => 0) ? [140, 115, -110] : [150, -10, 20])));
    expect(date).toEqual({ light: 0, orange: 7 });
  });

  test('stands on one line: pickets that go up and down are none', () => {
    const { light } = letteringOf(grey((x, y) => (inLetter(x, y, (index) => 9 * (index % 3)) ? 250 : 60)));
    expect(light).toBeLessThan(4);
  });

  test('has one colour', () => {
    const uneven = letteringOf(
      grey((x, y) => (inLetter(x, y, () => 0) ? 190 + 30 * (Math.floor((x - 40) / 12) % 3) : 40)),
    );
    expect(uneven.light).toBeLessThan(4);
  });
});

test('what is sharp loses much when it is blurred once more, what is blurred hardly anything', () => {
  const edge = (soft: number) =>
    grey((x, y) => 128 + 100 * Math.tanh(((x % 40) - 20) / soft) * Math.sign((y % 40) - 20));
  expect(blurOf(edge(0.5), WHOLE)).toBeLessThan(0.5);
  expect(
    blurOf(
      grey((x, y) => 128 + 60 * Math.sin(x / 12) * Math.cos(y / 12)),
      WHOLE,
    ),
  ).toBeGreaterThan(0.7);
  // Only the part that is asked for: the left half is sharp, the right one a slow ramp.
  const halves = grey((x) => (x < 100 ? (x % 8 < 4 ? 50 : 200) : x));
  expect(blurOf(halves, { ...WHOLE, width: 0.45 })).toBeLessThan(0.3);
  expect(blurOf(halves, { ...WHOLE, x: 0.55, width: 0.45 })).toBeGreaterThan(0.7);
});
