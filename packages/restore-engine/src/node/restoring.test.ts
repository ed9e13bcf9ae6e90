/** The two tools that repair: DeepRestore and Colorize. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { at, lumaOf, type Picture } from '../core/image/picture';
import { isMonochrome, toGrey } from '../core/image/tone';
import {
  changedOutside,
  cut,
  loadPhoto,
  meanLab,
  noisy,
  overlay,
  psnr,
  scratched,
  type Tear,
  torn,
  wholeOf,
} from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';
import { repositoryRoot } from '../testing/workerBundle';
import { decodePicture } from './decode';

/** Far beyond what a quiet machine needs. */
jest.setTimeout(240_000);

const { restore } = startTestEngine('restoring-worker');

/** Where the test photographs show them. */
const FACE = { left: 85, top: 55, width: 40, height: 50 };
const SKY = { left: 60, top: 5, width: 130, height: 20 };
/** Grey levels by which a pixel's brightness may seem to move when only its colour does. */
const ROUNDING = 2;

describe('DeepRestore', () => {
  test('repairs scratches [spec 1.1, 3.8]', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const damaged = await scratched(truth, 11);
    const out = await restore('deeprestore', damaged);
    expect(psnr(out, truth)).toBeGreaterThan(psnr(damaged, truth) + 8);
  });

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

  // With networks that knew only soft modern pictures, nostrils, lace and hair of crisp old ones were painted over.
  test('keeps what is dark and small in an old portrait as large as its scan: a nostril', async () => {
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
    '%s takes brown stains out of an old print [spec 3.8]',
    async (tool) => {
      const print = await overlay(
        toGrey(await loadPhoto('moraine_lake')),
        '<rect width="100%" height="100%" fill="#c8a060" fill-opacity="0.12"/>',
      );
      const { width, height } = print;
      const spots = [0.15, 0.8].map(
        (x) => `<ellipse cx="${x * width}" cy="${height * 0.1}" rx="9" ry="7" fill="#5a2f08"/>`,
      );
      const stained = await overlay(print, `<g opacity="0.4">${spots.join('')}</g>`);
      const [clean, out] = [await restore(tool, print), await restore(tool, stained)];
      expect(psnr(toGrey(out), toGrey(clean))).toBeGreaterThan(psnr(toGrey(stained), toGrey(print)) + 5);
    },
  );

  test.each([
    ['a white lid', '#f2eee4'],
    ['a table', '#8a8073'],
  ])('invents a corner that is torn off; the rest stays: before %s', async (_, tone) => {
    const truth = await loadPhoto('karl_marx_1875');
    const tear: Tear = { right: true, bottom: false, share: 0.33, tone, seed: 4 };
    const damaged = await torn(truth, tear);
    const out = toGrey(await restore('deeprestore', damaged));
    const side = { left: Math.floor(truth.width * 0.6), top: 0, width: Math.ceil(truth.width * 0.4), height: 0 };
    const corner = { ...side, height: Math.ceil(truth.height * 0.4) };
    const lower = { ...wholeOf(truth), top: corner.height + 1, height: truth.height - corner.height - 1 };
    expect(psnr(cut(out, corner), cut(toGrey(truth), corner))).toBeGreaterThan(
      psnr(cut(damaged, corner), cut(truth, corner)) + 8,
    );
    expect(psnr(cut(out, lower), cut(toGrey(truth), lower))).toBeGreaterThan(25);
  });

  test.each(['moraine_lake', 'london_street_rain'])(
    'takes no corner of a whole grey photo for torn: %s',
    async (name) => {
      const photo = toGrey(await loadPhoto(name));
      const out = toGrey(await restore('colorize', photo));
      expect(psnr(out, photo)).toBeGreaterThan(25);
    },
  );

  test('takes the pale corner of a colour photo for sky or a wall', async () => {
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

  test('paints over sharp scratches to the pixel, not over a rim around them', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const damaged = await scratched(truth, 11);
    // Colorize repairs the same and leaves faces alone. In greys: the colour beside a scratch is cleared as well.
    const [before, after] = [toGrey(damaged), toGrey(await restore('colorize', damaged))];
    const painted = changedOutside(after, before, [], ROUNDING);
    // A rim of one pixel makes it 1.6 times as many.
    expect(painted).toBeLessThan(1.2 * changedOutside(toGrey(truth), before, [], ROUNDING));
  });

  test.each(['moraine_lake', 'bench/mae_jemison_1992', 'bench/cat_chelsea', 'bench/london_street_rain'])(
    'changes nothing visible on an undamaged photo: %s',
    async (name) => {
      const photo = await loadPhoto(name);
      expect(psnr(await restore('deeprestore', photo), photo)).toBeGreaterThan(45);
    },
  );

  test('takes out noise', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const grainy = noisy(truth, 16, 5);
    expect(psnr(await restore('deeprestore', grainy), truth)).toBeGreaterThan(psnr(grainy, truth) + 2);
  });
});

describe('Colorize', () => {
  test('colours a grey photo without touching its drawing [spec 1.1, 3.9]', async () => {
    const grey = toGrey(await loadPhoto('moraine_lake'));
    const out = await restore('colorize', grey);
    expect(isMonochrome(grey)).toBe(true);
    expect(psnr(toGrey(out), grey)).toBeGreaterThan(27);
    expect(isMonochrome(out)).toBe(false);
  });

  test('skin is warm, sky is blue, and a street in the rain stays sober [spec 1.1, 3.9]', async () => {
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

  test('gives a portrait a calm backdrop, hair and skin in colour', async () => {
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
