import { describe, expect, test } from '@jest/globals';
import { loadPhoto } from '../../testing/photos';
import { byteAt, createPicture, type Picture } from './picture';
import { isDarkened, isMonochrome, keepFacesLight, liftDarkening, liftFading, lumaRange, toGrey } from './tone';

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

describe('faces', () => {
  const FACE = { left: 30, top: 30, width: 40, height: 40 };
  /** Greys from 80 to 220 all over, and a face of one grey in the middle. */
  function faded(skin: number): Picture {
    const picture = ramp(80, 220);
    for (let y = FACE.top; y < FACE.top + FACE.height; y++) {
      const row = (y * picture.width + FACE.left) * 3;
      picture.data.fill(skin, row, row + FACE.width * 3);
    }
    return picture;
  }
  const skinOf = ({ width, data }: Picture) => byteAt(data, (50 * width + 50) * 3);

  test.each([100, 110, 130, 144])('of grey %i get no darker when a faded print gets its blacks back', (skin) => {
    const before = faded(skin);
    const lifted = liftFading(before);
    const kept = keepFacesLight(lifted, before, [FACE]);
    expect(skinOf(lifted)).toBeLessThan(skin);
    expect(skinOf(kept)).toBeGreaterThanOrEqual(skin - 1);
    const [range, goal] = [lumaRange(kept), lumaRange(lifted)];
    expect(Math.abs(range.low - goal.low)).toBeLessThanOrEqual(2);
    expect(Math.abs(range.high - goal.high)).toBeLessThanOrEqual(2);
  });

  test('that had faded to white may get as dark as in a sound print', () => {
    const before = levels(faded(175), (value) => Math.min(255, value + 25));
    const dark = levels(before, (value) => value - 70);
    const kept = skinOf(keepFacesLight(dark, before, [FACE]));
    expect(kept).toBeGreaterThan(skinOf(dark));
    expect(kept).toBeLessThan(150);
  });

  test('the darkest of them decides', () => {
    const before = faded(140);
    const [width, dark] = [before.width, { left: 72, top: 40, width: 10, height: 20 }];
    for (let y = 40; y < 60; y++) before.data.fill(100, (y * width + 72) * 3, (y * width + 82) * 3);
    const kept = keepFacesLight(liftFading(before), before, [FACE, dark]);
    expect(byteAt(kept.data, (50 * width + 77) * 3)).toBeGreaterThanOrEqual(99);
  });

  test.each([
    ['there is none', []],
    ['they are no darker', [FACE]],
  ])('change nothing where %s', (_, faces) => {
    const before = faded(130);
    const brighter = levels(before, (value) => value + 10);
    expect(keepFacesLight(brighter, before, faces)).toBe(brighter);
  });
});
