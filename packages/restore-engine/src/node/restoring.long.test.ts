/** The two tools that repair, on more and larger photographs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { at, lumaOf, type Picture } from '../core/image/picture';
import { toGrey } from '../core/image/tone';
import { cut, loadPhoto, meanLab, psnr, torn, wholeOf } from '../testing/photos';
import { agedPrint } from '../testing/stains';
import { startTestEngine } from '../testing/testEngine';
import { repositoryRoot } from '../testing/workerBundle';
import { decodePicture } from './decode';

jest.setTimeout(240_000);

const { restore } = startTestEngine('restoring-long-worker');

/** Where the test photographs show them. */
const FACE = { left: 85, top: 55, width: 40, height: 50 };
const SKY = { left: 60, top: 5, width: 130, height: 20 };

describe('DeepRestore', () => {
  // With networks that knew only soft modern pictures, nostrils, lace and hair of crisp old ones were painted over.
  test('keeps small dark details of an old portrait at scan size: a nostril', async () => {
    const file = path.join(repositoryRoot(), 'web', 'public', 'demo', 'portrait-before.jpg');
    const portrait = await decodePicture(readFileSync(file));
    const nostril = { left: 470, top: 525, width: 30, height: 20 };
    // What 3 % of its pixels are darker than.
    const darkest = (picture: Picture) => {
      const rising = lumaOf(cut(picture, nostril)).data.sort();
      return at(rising, Math.floor(rising.length * 0.03));
    };
    expect(darkest(await restore('colorize', portrait))).toBeLessThan(darkest(portrait) + 20);
  });

  test('deeprestore removes brown stains from an old print [spec 3.8]', async () => {
    const { print, spotted } = await agedPrint();
    const [clean, out] = [await restore('deeprestore', print), await restore('deeprestore', spotted)];
    expect(psnr(toGrey(out), toGrey(clean))).toBeGreaterThan(psnr(toGrey(spotted), toGrey(print)) + 5);
  });

  test('fills a corner torn off in front of a table; the rest stays', async () => {
    const truth = await loadPhoto('karl_marx_1875');
    const damaged = await torn(truth, { right: true, bottom: false, share: 0.33, tone: '#8a8073', seed: 4 });
    const out = toGrey(await restore('deeprestore', damaged));
    const side = { left: Math.floor(truth.width * 0.6), top: 0, width: Math.ceil(truth.width * 0.4), height: 0 };
    const corner = { ...side, height: Math.ceil(truth.height * 0.4) };
    const lower = { ...wholeOf(truth), top: corner.height + 1, height: truth.height - corner.height - 1 };
    expect(psnr(cut(out, corner), cut(toGrey(truth), corner))).toBeGreaterThan(
      psnr(cut(damaged, corner), cut(truth, corner)) + 8,
    );
    expect(psnr(cut(out, lower), cut(toGrey(truth), lower))).toBeGreaterThan(25);
  });

  test('finds no torn corner in a whole grey photo of a street', async () => {
    const photo = toGrey(await loadPhoto('london_street_rain'));
    expect(psnr(toGrey(await restore('colorize', photo)), photo)).toBeGreaterThan(25);
  });

  test.each(['bench/cat_chelsea', 'bench/mae_jemison_1992', 'bench/london_street_rain'])(
    'changes nothing visible on an undamaged photo: %s',
    async (name) => {
      const photo = await loadPhoto(name);
      expect(psnr(await restore('deeprestore', photo), photo)).toBeGreaterThan(45);
    },
  );
});

describe('Colorize', () => {
  test('skin is warm, sky is blue, and a street in the rain has little colour [spec 1.1, 3.9]', async () => {
    const recoloured = async (name: string) => await restore('colorize', toGrey(await loadPhoto(name)));
    const skin = meanLab(await recoloured('sally_ride_1984'), FACE);
    expect(Math.min(skin.a, skin.b)).toBeGreaterThan(4);
    expect(Math.hypot(skin.a, skin.b)).toBeLessThan(45);
    const sky = meanLab(await recoloured('moraine_lake'), SKY);
    expect(sky.b).toBeLessThan(-4);
    const street = await recoloured('london_street_rain');
    const { a, b } = meanLab(street, wholeOf(street));
    expect(Math.hypot(a, b)).toBeLessThan(15);
  });

  test('gives a portrait an even backdrop, and colours hair and skin', async () => {
    const portrait = await restore('colorize', toGrey(await loadPhoto('karl_marx_1875')));
    const { width, height } = portrait;
    const cloth = meanLab(portrait, {
      left: 0,
      top: 0,
      width: Math.round(width * 0.2),
      height: Math.round(height * 0.3),
    });
    expect(Math.hypot(cloth.a, cloth.b)).toBeLessThan(7);
    const sitter = meanLab(await restore('colorize', toGrey(await loadPhoto('sally_ride_1984'))), FACE);
    expect(Math.hypot(sitter.a, sitter.b)).toBeGreaterThan(12);
  });
});
