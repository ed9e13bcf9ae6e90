import { describe, expect, test } from '@jest/globals';
import { loadPhoto, overlay, type Tear, torn } from '../../testing/photos';
import { coverage, type Mask } from '../image/mask';
import { byteAt, createRaster, type Picture, type Raster } from '../image/picture';
import { lostCorners } from './lostCorners';

const WHITE: Tear = { right: true, bottom: true, share: 0.3, tone: '#f4f1ea', seed: 5 };
/** What a network that makes no mistake says of a print that was whole before: 1 where it differs. */
function trueChance(now: Picture, before: Picture): Raster {
  const chance = createRaster(now.width, now.height, 1);
  for (let i = 0; i < chance.data.length; i++) {
    if (byteAt(now.data, i * 3) !== byteAt(before.data, i * 3)) chance.data[i] = 1;
  }
  return chance;
}

/** A network that is equally sure of every pixel. */
function evenChance(chance: number): Raster {
  const raster = createRaster(4, 4, 1);
  raster.data.fill(chance);
  return raster;
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

describe('lost corners', () => {
  test.each([
    ['the lower right one, before a white lid', WHITE],
    ['the lower left one, before card', { right: false, bottom: true, share: 0.25, tone: '#e8e2d6', seed: 8 }],
    ['the upper left one, before a black lid', { right: false, bottom: false, share: 0.3, tone: '#16130f', seed: 9 }],
    ['the upper right one, before a table', { right: true, bottom: false, share: 0.35, tone: '#8a8073', seed: 3 }],
  ])('are found completely, and nothing else: %s', async (_, tear) => {
    const photo = await loadPhoto('karl_marx_1875');
    const print = await torn(photo, tear);
    // A tone no part of the photo has, so that all of what is gone differs.
    const gone = trueChance(await torn(photo, { ...tear, tone: '#ff00ff' }), photo);
    const mask = lostCorners(print, gone);
    const area = tear.share ** 2 / 2;
    expect(coverage(mask)).toBeGreaterThan(area * 0.95);
    expect(shareIn(mask, tear)).toBe(1);
  });

  test('are found up to their tips, where the network is less certain', async () => {
    const photo = await loadPhoto('karl_marx_1875');
    const print = await torn(photo, WHITE);
    const gone = trueChance(print, photo);
    const unsure = Math.round(print.height * (1 - WHITE.share * 0.88));
    gone.data.fill(0, 0, unsure * print.width);
    const tip = Math.round(print.height * (1 - WHITE.share * 0.95));
    expect(byteAt(lostCorners(print, gone).data, tip * print.width + print.width - 2)).toBe(1);
  });

  test('are not found if the network marks nothing, or everything: a sky over a slope looks the same', async () => {
    const sky = await torn(await loadPhoto('karl_marx_1875'), WHITE);
    for (const chance of [0, 1]) expect(coverage(lostCorners(sky, evenChance(chance)))).toBe(0);
  });

  test('are not found without an edge: a vignette', async () => {
    const fade =
      '<radialGradient id="f" r=".75"><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff"/></radialGradient>';
    const photo = await loadPhoto('karl_marx_1875');
    const vignette = await overlay(photo, `${fade}<rect width="100%" height="100%" fill="url(#f)"/>`);
    expect(coverage(lostCorners(vignette, trueChance(vignette, photo)))).toBe(0);
  });

  test('are not found if all four corners are alike: an oval mount', async () => {
    const photo = await loadPhoto('karl_marx_1875');
    let framed = photo;
    for (const [right, bottom] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      framed = await torn(framed, { ...WHITE, right, bottom });
    }
    expect(coverage(lostCorners(framed, trueChance(framed, photo)))).toBe(0);
  });

  test('are not found if the same tone runs along a whole side: a mount', async () => {
    const photo = await loadPhoto('karl_marx_1875');
    const mount = await overlay(photo, '<rect width="100%" height="9%" fill="#f4f1ea"/>');
    expect(coverage(lostCorners(mount, trueChance(mount, photo)))).toBe(0);
  });
});
