import { expect, test } from '@jest/globals';
import { type Infer, modelsInMemory } from '../../testing/modelsInMemory';
import { at, createRaster } from '../image/picture';
import { seenBothWays } from './mirror';

const [WIDTH, HEIGHT] = [8, 3];

function piece() {
  const raster = createRaster(WIDTH, HEIGHT, 1);
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = (i * 37) % 256;
  return raster;
}

const seen = async (infer: Infer, isSure?: (chance: Float32Array) => boolean) =>
  await seenBothWays(await modelsInMemory({ damage: infer }).load('damage'), piece(), isSure);

test('the result for the mirror image is mirrored back', async () => {
  const { data } = await seen((input) => [input]);
  for (let i = 0; i < data.length; i++) expect(at(data, i)).toBeCloseTo(at(piece().data, i) / 255, 5);
});

test('averaging with the mirror image halves one-sided errors; a certain result needs no second run', async () => {
  const leftOnly: Infer = (input) => [{ ...input, data: input.data.map((_, i) => Number(i % WIDTH === 0)) }];
  const row = (raster: { data: Float32Array }) => [...raster.data.slice(0, WIDTH)];
  expect(row(await seen(leftOnly))).toEqual([0.5, 0, 0, 0, 0, 0, 0, 0.5]);
  expect(row(await seen(leftOnly, () => true))).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
});
