import { expect, test } from '@jest/globals';
import { blurred, loadPhoto, scratched } from '../../testing/photos';
import { threshold } from '../image/mask';
import { at, lumaOf, type Picture } from '../image/picture';
import { softnessOf } from './damageMask';
import { rimOf } from './repair';

const ENLARGED = 2;

/** How far the scratches drawn on a photo reach beyond their middle, in a scan blurred by `sigma`. */
async function rimOfScratches(name: string, sigma: number): Promise<number> {
  const photo = await loadPhoto(name);
  const damaged = await scratched(photo, 11);
  const scan: Picture = sigma > 0 ? blurred(damaged, sigma) : damaged;
  const [before, after] = [lumaOf(photo), lumaOf(damaged)];
  const drawn = threshold({ ...after, data: after.data.map((value, i) => Math.abs(value - at(before.data, i))) }, 12);
  return rimOf(scan, { width: ENLARGED * scan.width }, softnessOf(drawn, lumaOf(scan)));
}

test.each(['sally_ride_1984', 'moraine_lake', 'karl_marx_1875'])(
  'the repainted rim of a sharp scan is 0 pixels, of a soft one 2: %s',
  async (name) => {
    expect(await rimOfScratches(name, 0)).toBe(0);
    expect(await rimOfScratches(name, 1.4)).toBe(2);
  },
);

test('the rim of a slightly soft scan is 1 pixel', () => {
  expect(rimOf({ width: 1000 }, { width: 2000 }, 0.47)).toBe(1);
});

test('the rim grows if the detector saw the picture at a third of its size', () => {
  const [SHARP, SOFT] = [0.3, 0.55];
  expect(rimOf({ width: 3000 }, { width: 1000 }, SHARP)).toBe(3);
  expect(rimOf({ width: 3000 }, { width: 1000 }, SOFT)).toBe(9);
});
