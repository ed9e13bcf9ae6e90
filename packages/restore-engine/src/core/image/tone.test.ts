import { describe, expect, test } from '@jest/globals';
import { loadPhoto } from '../../testing/photos';
import { byteAt, createPicture, type Picture } from './picture';
import { isDarkened, isMonochrome, liftDarkening, liftFading, lumaRange, toGrey } from './tone';

/** Greys from one level to another, spread all over: the borders are not looked at. */
function ramp(from: number, to: number): Picture {
  const picture = createPicture(100, 100);
  for (let i = 0; i < picture.data.length; i++) {
    picture.data[i] = from + ((to - from) * ((Math.floor(i / 3) * 37) % 100)) / 99;
  }
  return picture;
}

const levels = (picture: Picture, level: (value: number) => number): Picture => ({
  ...picture,
  data: picture.data.map(level),
});

describe('faded prints', () => {
  test('get back their blacks and whites', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const before = lumaRange(levels(truth, (value) => 62 + value * 0.6));
    const after = lumaRange(liftFading(levels(truth, (value) => 62 + value * 0.6)));
    expect(before.low).toBeGreaterThan(55);
    expect(after.low).toBeLessThan(40);
    expect(after.high).toBeGreaterThan(before.high);
  });

  test.each([
    ['a full range', 4, 250],
    ['a scene without whites whose blacks are black', 12, 178],
  ])('%s is not faded and keeps every byte', (_, from, to) => {
    const picture = ramp(from, to);
    expect(liftFading(picture)).toBe(picture);
  });

  test.each([
    ['a night scene', 2, 60],
    ['a dark one', 5, 90],
    ['a pale one', 200, 255],
    ['a pale one with greys', 170, 253],
  ])('%s gets more contrast, with no lighter blacks and no darker whites', (_, from, to) => {
    const [before, after] = [lumaRange(ramp(from, to)), lumaRange(liftFading(ramp(from, to)))];
    expect(after.low).toBeLessThanOrEqual(before.low);
    expect(after.high).toBeGreaterThanOrEqual(before.high);
    expect(after.high - after.low).toBeGreaterThan(1.5 * (before.high - before.low));
  });

  test.each([0, 128, 255])('a blank page of grey %i stays blank', (grey) => {
    const page = ramp(grey, grey);
    expect(liftFading(page)).toBe(page);
  });

  test('are never stretched more than 1.8 times', () => {
    const lifted = liftFading(ramp(110, 130));
    expect(Math.max(...lifted.data) - Math.min(...lifted.data)).toBeLessThanOrEqual(37);
  });
});

describe('darkened prints', () => {
  test('differ from dark scenes in their dull whites', () => {
    const scene = ramp(5, 90);
    expect(isDarkened(scene)).toBe(true);
    for (let i = 0; i < scene.data.length; i += 60) scene.data.fill(245, i, i + 3);
    expect(isDarkened(scene)).toBe(false);
    expect(isDarkened(ramp(5, 250))).toBe(false);
  });

  test('get brighter in the middle, not at the ends', () => {
    const dark = ramp(0, 120);
    const lifted = liftDarkening(dark);
    expect(lumaRange(lifted).median).toBeGreaterThan(lumaRange(dark).median + 5);
    expect([Math.min(...lifted.data), Math.max(...liftDarkening(ramp(0, 255)).data)]).toEqual([0, 255]);
  });
});

test('grey and sepia are monochrome, a colour photograph is not', async () => {
  const photo = await loadPhoto('sally_ride_1984');
  const sepia = toGrey(photo);
  for (let i = 0; i < sepia.data.length; i += 3) sepia.data[i + 2] = byteAt(sepia.data, i + 2) * 0.8;
  expect([isMonochrome(photo), isMonochrome(toGrey(photo)), isMonochrome(sepia)]).toEqual([false, true, true]);
});
