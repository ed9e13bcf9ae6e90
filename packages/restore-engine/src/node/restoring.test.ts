/** The two tools that repair: DeepRestore and Colorize. How well is `restoring.long.test.ts`. */
import { describe, expect, jest, test } from '@jest/globals';
import { isMonochrome, toGrey } from '../core/image/tone';
import { loadPhoto, psnr, scratched } from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';

/** Far beyond what a quiet machine needs. */
jest.setTimeout(240_000);

const { restore } = startTestEngine('restoring-worker');

describe('DeepRestore', () => {
  test('repairs scratches [spec 1.1, 3.8]', async () => {
    const truth = await loadPhoto('sally_ride_1984');
    const damaged = await scratched(truth, 11);
    const out = await restore('deeprestore', damaged);
    expect(psnr(out, truth)).toBeGreaterThan(psnr(damaged, truth) + 8);
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
