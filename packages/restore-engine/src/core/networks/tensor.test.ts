import { expect, test } from '@jest/globals';
import { randomOf } from '../../testing/photos';
import { at } from '../image/picture';
import { resample } from '../image/resample';
import type { Tensor } from './models';
import { toHalfRaster, toRaster } from './tensor';

const [WIDTH, HEIGHT, CHANNELS] = [10, 6, 3];

function answer(): Tensor {
  const next = randomOf(3);
  const data = Float32Array.from({ length: WIDTH * HEIGHT * CHANNELS }, () => next());
  return { type: 'float32', dims: [1, CHANNELS, HEIGHT, WIDTH], data };
}

test('an output at half size is the mean of each 2 x 2 pixels', () => {
  const half = toHalfRaster(answer(), 255);
  const averaged = resample(toRaster(answer(), 255), WIDTH / 2, HEIGHT / 2, 'area');
  expect({ ...half, data: half.data.length }).toEqual({ ...averaged, data: averaged.data.length });
  for (let i = 0; i < half.data.length; i++) expect(at(half.data, i)).toBeCloseTo(at(averaged.data, i), 3);
});
