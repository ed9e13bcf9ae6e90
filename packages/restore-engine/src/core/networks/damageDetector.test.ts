import { expect, test } from '@jest/globals';
import { modelsInMemory } from '../../testing/modelsInMemory';
import { loadPhoto } from '../../testing/photos';
import { gaussianBlur } from '../image/blur';
import { at, createPicture, lumaOf, type Picture } from '../image/picture';
import { resample } from '../image/resample';
import { damageChance, distantChances, isSure, workScale } from './damageDetector';

/** So many pixels of each chance of damage. */
const piece = (...parts: ReadonlyArray<readonly [pixels: number, chance: number]>): Float32Array =>
  Float32Array.from(parts.flatMap(([pixels, chance]) => Array.from({ length: pixels }, () => chance)));

test('an undamaged tile runs through the network once', () => {
  expect(isSure(piece([1000, 0.05]))).toBe(true);
});

test('a clear scratch with a soft rim runs through the network once', () => {
  expect(isSure(piece([900, 0.01], [70, 0.97], [30, 0.5]))).toBe(true);
});

test('an uncertain tile (scratch or lace) runs through the network twice', () => {
  expect(isSure(piece([980, 0.01], [20, 0.3]))).toBe(false);
  expect(isSure(piece([900, 0.01], [50, 0.97], [50, 0.5]))).toBe(false);
  expect(isSure(piece([900, 0.01], [60, 0.97], [40, 0.5]))).toBe(false);
});

test('the network’s input is enlarged for small crisp scans, less for soft ones, reduced for large ones', async () => {
  const crisp = lumaOf(await loadPhoto('karl_marx_1875'));
  expect(workScale(crisp)).toBe(2.5);
  const soft = workScale(gaussianBlur(crisp, 1.4));
  expect(soft).toBeLessThan(1.75);
  expect(soft).toBeGreaterThan(1);
  expect(workScale(gaussianBlur(crisp, 4))).toBeLessThan(1);
  expect(workScale({ ...crisp, width: 3600, height: 1, data: new Float32Array(3600) })).toBe(0.5);
});

test('damage keeps its place in a picture of several tiles with odd sides', async () => {
  const picture = createPicture(200, 187);
  for (let i = 0; i < picture.data.length; i++) {
    const pixel = Math.floor(i / 3);
    picture.data[i] = (pixel * 7) % 200 < 190 ? 90 + (pixel % 23) : 250;
  }
  const models = modelsInMemory({
    damage: (input) => {
      expect(input.dims.slice(-2).map((side) => side % 16)).toEqual([0, 0]);
      expect(input.data.some(Number.isNaN)).toBe(false);
      return [{ ...input, data: input.data.map((value) => Number(value > 0.7)) }];
    },
  });
  const context = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const chance = await damageChance(context, picture, () => undefined);
  expect(chance.width).toBeGreaterThan(448);
  const seen = resample(lumaOf(picture), chance.width, chance.height, 'cubic');
  const misplaced = chance.data.filter((value, i) => value !== Number(at(seen.data, i) / 255 > 0.7));
  expect(misplaced.length).toBeLessThan(chance.data.length / 1000);
});

test('a picture is seen from further away at 600 and 400 pixels, if that is clearly smaller than usual', async () => {
  const models = modelsInMemory({ damage: (input) => [{ ...input, data: input.data.map(() => 0.5) }] });
  const context = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const stripes = (width: number, height: number): Picture => {
    const picture = createPicture(width, height);
    for (let i = 0; i < picture.data.length; i++) picture.data[i] = (Math.floor(i / 3) % width) % 16 < 8 ? 40 : 220;
    return picture;
  };
  const sidesOf = async (photo: Picture) =>
    (await distantChances(context, photo, () => undefined)).map(({ width, height }) => Math.max(width, height));
  expect(await sidesOf(stripes(640, 480))).toEqual([600, 400]);
  // Enlarged 2.5 times at the most, these are 600 and 250 pixels long at the usual look.
  expect(await sidesOf(stripes(240, 180))).toEqual([400]);
  expect(await sidesOf(stripes(100, 80))).toEqual([]);
  const told: number[] = [];
  await distantChances(context, stripes(640, 480), (share) => void told.push(share));
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect([told.at(0), told.at(-1)]).toEqual([0, 1]);
});
