/** The two tools that repair: DeepRestore and Colorize. */
import { describe, expect, jest, test } from '@jest/globals';
import { isMonochrome, toGrey } from '../core/image/tone';
import { scoresOf } from '../testing/metrics';
import { changedOutside, cut, loadPhoto, noisy, overlay, psnr, scratched, torn, wholeOf } from '../testing/photos';
import { agedPrint } from '../testing/stains';
import { startTestEngine } from '../testing/testEngine';

/** Far beyond what a quiet machine needs. */
jest.setTimeout(240_000);

const { restore } = startTestEngine('restoring-worker');

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

  test('colorize removes brown stains from an old print [spec 3.8]', async () => {
    const { print, spotted } = await agedPrint();
    const [clean, out] = [await restore('colorize', print), await restore('colorize', spotted)];
    expect(psnr(toGrey(out), toGrey(clean))).toBeGreaterThan(psnr(toGrey(spotted), toGrey(print)) + 5);
  });

  test('fills a torn-off corner; the rest stays', async () => {
    const truth = await loadPhoto('karl_marx_1875');
    const tear = { right: true, bottom: false, share: 0.33, tone: '#f2eee4', seed: 4 };
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

  test('finds no torn corner in a whole grey photo', async () => {
    const photo = toGrey(await loadPhoto('moraine_lake'));
    const out = toGrey(await restore('colorize', photo));
    expect(psnr(out, photo)).toBeGreaterThan(25);
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

  test('repaints exactly the pixels of sharp scratches, no rim around them', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const damaged = await scratched(truth, 11);
    // Colorize repairs the same and leaves faces alone. In greys: the colour beside a scratch is cleared as well.
    const [before, after] = [toGrey(damaged), toGrey(await restore('colorize', damaged))];
    const painted = changedOutside(after, before, [], ROUNDING);
    // A rim of one pixel makes it 1.6 times as many.
    expect(painted).toBeLessThan(1.2 * changedOutside(toGrey(truth), before, [], ROUNDING));
  });

  test('changes nothing visible on an undamaged photo', async () => {
    const photo = await loadPhoto('moraine_lake');
    expect(psnr(await restore('deeprestore', photo), photo)).toBeGreaterThan(45);
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
});

describe('Colorize', () => {
  test('colours a grey photo without changing its lightness [spec 1.1, 3.9]', async () => {
    const grey = toGrey(await loadPhoto('moraine_lake'));
    const out = await restore('colorize', grey);
    expect(isMonochrome(grey)).toBe(true);
    expect(psnr(toGrey(out), grey)).toBeGreaterThan(27);
    expect(isMonochrome(out)).toBe(false);
  });
});
