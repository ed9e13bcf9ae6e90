/** The two tools that repair, on more and larger photographs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { at, lumaOf, type Picture } from '../core/image/picture';
import { toGrey } from '../core/image/tone';
import { scoresOf } from '../testing/metrics';
import {
  changedOutside,
  cut,
  loadPhoto,
  meanLab,
  noisy,
  overlay,
  psnr,
  scratched,
  torn,
  wholeOf,
} from '../testing/photos';
import { agedPrint } from '../testing/stains';
import { startTestEngine } from '../testing/testEngine';
import { repositoryRoot } from '../testing/workerBundle';
import { decodePicture } from './decode';

jest.setTimeout(240_000);

const { restore } = startTestEngine('restoring-long-worker');

/** Grey levels by which a pixel's brightness may seem to move when only its colour does. */
const ROUNDING = 2;

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

  test.each(['deeprestore', 'colorize'] as const)(
    '%s removes brown stains from an old print [spec 3.8]',
    async (tool) => {
      const { print, spotted } = await agedPrint();
      const [clean, out] = [await restore(tool, print), await restore(tool, spotted)];
      expect(psnr(toGrey(out), toGrey(clean))).toBeGreaterThan(psnr(toGrey(spotted), toGrey(print)) + 5);
    },
  );

  test('finds the two scratches of a grey print that has no others [spec 3.8]', async () => {
    const print = toGrey(await loadPhoto('sally_ride_1984'));
    const { width, height } = print;
    const scratches = [0.15, 0.7].map(
      (x) => `<path d="M${x * width} ${height * 0.05} l${width * 0.12} ${height * 0.7}" stroke="#f6f2ea"/>`,
    );
    const damaged = await overlay(print, scratches.join(''));
    const [clean, out] = [await restore('colorize', print), await restore('colorize', damaged)];
    expect(psnr(toGrey(out), toGrey(clean))).toBeGreaterThan(psnr(damaged, print) + 5);
  });

  test('repaints exactly the pixels of sharp scratches, no rim around them', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const damaged = await scratched(truth, 11);
    // Colorize repairs the same and leaves faces alone. In greys: the colour beside a scratch is cleared as well.
    const [before, after] = [toGrey(damaged), toGrey(await restore('colorize', damaged))];
    const painted = changedOutside(after, before, [], ROUNDING);
    // A rim of one pixel makes it 1.6 times as many.
    expect(painted).toBeLessThan(1.2 * changedOutside(toGrey(truth), before, [], ROUNDING));
  });

  test.each([
    { ground: 'white card', tone: '#f2eee4' },
    { ground: 'a table', tone: '#8a8073' },
  ])('fills a corner torn off in front of $ground; the rest stays', async ({ tone }) => {
    const truth = await loadPhoto('karl_marx_1875');
    const damaged = await torn(truth, { right: true, bottom: false, share: 0.33, tone, seed: 4 });
    const out = toGrey(await restore('deeprestore', damaged));
    const side = { left: Math.floor(truth.width * 0.6), top: 0, width: Math.ceil(truth.width * 0.4), height: 0 };
    const corner = { ...side, height: Math.ceil(truth.height * 0.4) };
    const lower = { ...wholeOf(truth), top: corner.height + 1, height: truth.height - corner.height - 1 };
    expect(psnr(cut(out, corner), cut(toGrey(truth), corner))).toBeGreaterThan(
      psnr(cut(damaged, corner), cut(truth, corner)) + 8,
    );
    expect(psnr(cut(out, lower), cut(toGrey(truth), lower))).toBeGreaterThan(25);
  });

  test.each(['moraine_lake', 'london_street_rain'])('finds no torn corner in a whole grey photo: %s', async (name) => {
    const photo = toGrey(await loadPhoto(name));
    expect(psnr(toGrey(await restore('colorize', photo)), photo)).toBeGreaterThan(25);
  });

  test('treats the pale corner of a colour photo as sky or a wall', async () => {
    const damaged = await torn(await loadPhoto('sally_ride_1984'), {
      right: true,
      bottom: false,
      share: 0.3,
      tone: '#fdfdfc',
      seed: 4,
    });
    const left = Math.floor(damaged.width * 0.9);
    const part = { left, top: 0, width: damaged.width - left, height: Math.floor(damaged.height * 0.1) };
    expect(psnr(cut(await restore('deeprestore', damaged), part), cut(damaged, part))).toBeGreaterThan(40);
  });

  test('keeps the people of a small group photo: sharp grain and small figures are not damage', async () => {
    const group = await loadPhoto('bull_run_group_1860s');
    // With figures painted over it was .105.
    expect(scoresOf(await restore('deeprestore', group), group).gmsd).toBeLessThan(0.07);
  });

  test('removes noise', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const grainy = noisy(truth, 16, 5);
    expect(psnr(await restore('deeprestore', grainy), truth)).toBeGreaterThan(psnr(grainy, truth) + 2);
  });

  test.each(['moraine_lake', 'bench/cat_chelsea', 'bench/mae_jemison_1992', 'bench/london_street_rain'])(
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
    // The tone of a print is 9.4 at most, and warm.
    expect(Math.hypot(cloth.a, cloth.b)).toBeLessThan(9.5);
    expect(cloth.b).toBeGreaterThan(2 * cloth.a);
    const sitter = meanLab(await restore('colorize', toGrey(await loadPhoto('sally_ride_1984'))), FACE);
    expect(Math.hypot(sitter.a, sitter.b)).toBeGreaterThan(9);
  });
});
