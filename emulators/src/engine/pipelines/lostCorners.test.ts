import { describe, expect, test } from '@jest/globals';
import { coverage, type Mask } from '../image/mask';
import { byteAt, createRaster, type Picture, type Raster } from '../image/picture';
import { loadPhoto, overlay, type Tear, torn } from '../testing/photos';
import { lostCorners } from './lostCorners';

const WHITE: Tear = { right: true, bottom: true, share: 0.3, tone: '#f4f1ea', seed: 5 };

/** A damage network that sees tears wherever two pixels side by side differ as paper and lid do, or one that sees nothing. */
function chanceOf({ width, height, data }: Picture, seesTears: boolean): Raster {
  const chance = createRaster(width, height, 1);
  for (let i = 1; i < chance.data.length - width; i++) {
    const steps = [i - 1, i + width].map((next) => Math.abs(byteAt(data, i * 3) - byteAt(data, next * 3)));
    if (seesTears && Math.max(...steps) > 40) chance.data[i] = 1;
  }
  return chance;
}

/** Of the marked pixels, the share within this many of the corner's own, as shares of the sides. */
function shareIn(mask: Mask, { right, bottom, share }: Tear): number {
  let [inside, all] = [0, 0];
  mask.data.forEach((value, i) => {
    if (!value) return;
    const [x, y] = [i % mask.width, Math.floor(i / mask.width)];
    const [fromSide, fromEnd] = [right ? mask.width - x : x, bottom ? mask.height - y : y];
    all++;
    if (fromSide / mask.width + fromEnd / mask.height < share + 0.08) inside++;
  });
  return inside / all;
}

const found = (picture: Picture, seesTears = true) => lostCorners(picture, chanceOf(picture, seesTears));

describe('lost corners', () => {
  test.each([
    ['the lower right one', WHITE],
    ['the upper left one, before card', { right: false, bottom: false, share: 0.25, tone: '#e8e2d6', seed: 8 }],
    ['the lower left one', { right: false, bottom: true, share: 0.2, tone: '#fdfdfd', seed: 9 }],
  ])('are found whole, and nothing else: %s', async (_, tear) => {
    const mask = found(await torn(await loadPhoto('karl_marx_1875'), tear));
    const area = tear.share ** 2 / 2;
    expect(coverage(mask)).toBeGreaterThan(area * 0.95);
    expect(shareIn(mask, tear)).toBe(1);
  });

  test.each(['karl_marx_1875', 'sally_ride_1984', 'moraine_lake', 'london_street_rain', 'bull_run_group_1860s'])(
    'are not seen in a whole photo: %s',
    async (name) => {
      expect(coverage(found(await loadPhoto(name)))).toBe(0);
    },
  );

  test('are none to a network that sees no tear along them: a sky over a slope looks the same', async () => {
    const sky = await torn(await loadPhoto('karl_marx_1875'), WHITE);
    expect(coverage(found(sky, false))).toBe(0);
  });

  test('are none where the picture ends in no edge: a vignette', async () => {
    const fade =
      '<radialGradient id="f" r=".75"><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff"/></radialGradient>';
    const vignette = await overlay(
      await loadPhoto('karl_marx_1875'),
      `${fade}<rect width="100%" height="100%" fill="url(#f)"/>`,
    );
    expect(coverage(found(vignette))).toBe(0);
  });

  test('are none where all four look alike: an oval mount', async () => {
    let framed = await loadPhoto('karl_marx_1875');
    for (const [right, bottom] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      framed = await torn(framed, { ...WHITE, right, bottom });
    }
    expect(coverage(found(framed))).toBe(0);
  });

  test('are none where the same tone runs along a whole side: a mount', async () => {
    const photo = await loadPhoto('karl_marx_1875');
    const mount = await overlay(photo, '<rect width="100%" height="9%" fill="#f4f1ea"/>');
    expect(coverage(found(mount))).toBe(0);
  });
});
