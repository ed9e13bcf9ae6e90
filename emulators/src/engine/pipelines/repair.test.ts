import { expect, test } from '@jest/globals';
import { blurOf } from '../image/measure';
import { lumaOf, type Picture } from '../image/picture';
import { blurred, loadPhoto, scratched } from '../testing/photos';
import { rimOf } from './repair';

const ENLARGED = 2;
const bluntness = (scan: Picture): number => blurOf(lumaOf(scan));

test.each(['sally_ride_1984', 'moraine_lake', 'karl_marx_1875'])(
  'damage of a sharp scan has no rim, that of a soft one a pixel: %s',
  async (name) => {
    const scan = await scratched(await loadPhoto(name), 11);
    const detector = { width: ENLARGED * scan.width };
    expect(rimOf(scan, detector, bluntness(scan))).toBe(0);
    const soft = blurred(scan, 1.4);
    expect(rimOf(soft, detector, bluntness(soft))).toBe(1);
  },
);

test('what the detector could not see, being shown a third of the size, is painted over as well', async () => {
  const scan = await scratched(await loadPhoto('sally_ride_1984'), 11);
  expect(rimOf(scan, { width: scan.width / 3 }, bluntness(scan))).toBe(3);
});
