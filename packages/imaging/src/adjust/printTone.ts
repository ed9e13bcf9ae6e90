import { LUMA } from './colour';
import { smoothstep } from './planes';
import { smallPixels } from './resize';
import type { Rows } from './rows';

/** Long side at which a tone is measured, in pixels. */
const SIDE_PX = 160;
/** Pixels of about the same luma are one step. */
const STEPS = 16;
/** Where a tone shows: black and white have none. Luma, 0..255. */
const SHOWN = { from: 50, to: 220 };
/** A print has one colour for each luma. Up to `print` levels from it (root of the mean square) are grain; `colour` is a scene's. */
const SPREAD = { print: 3, colour: 8 };

export interface PrintTone {
  /** 1 for a print of one tone, grey included; 0 for a picture in colours of its own. */
  share: number;
  /** What its red, green and blue are above its luma, in levels, times the share. */
  tone: [red: number, green: number, blue: number];
}

/** The tone of a print that is brown, blue or yellowed all over. */
export function printTone(picture: Rows): PrintTone {
  const scale = Math.min(1, SIDE_PX / Math.max(picture.width, picture.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const pixels = smallPixels(picture, { width: side(picture.width), height: side(picture.height) });
  const steps = Array.from({ length: STEPS }, () => ({ count: 0, sums: [0, 0, 0], squares: 0 }));
  for (let at = 0; at < pixels.length; at += 4) {
    const channels = [0, 1, 2].map((channel) => pixels[at + channel] ?? 0);
    const luma = channels.reduce((sum, value, channel) => sum + value * (LUMA[channel] ?? 0), 0);
    const step = luma < SHOWN.from || luma > SHOWN.to ? undefined : steps[Math.floor((luma * STEPS) / 256)];
    if (!step) continue;
    step.count++;
    for (const [channel, value] of channels.entries()) {
      step.sums[channel] = (step.sums[channel] ?? 0) + value - luma;
      step.squares += (value - luma) ** 2;
    }
  }
  const count = steps.reduce((sum, step) => sum + step.count, 0);
  if (count === 0) return { share: 1, tone: [0, 0, 0] };
  const within = steps.map(({ count, sums, squares }) =>
    count === 0 ? 0 : squares - sums.reduce((sum, value) => sum + value ** 2, 0) / count,
  );
  // Of sums of floats, which can be a little less than nothing.
  const spread = Math.sqrt(
    Math.max(
      0,
      within.reduce((sum, value) => sum + value, 0),
    ) /
      (3 * count),
  );
  const share = 1 - smoothstep(SPREAD.print, SPREAD.colour, spread);
  const mean = (channel: number) => (share * steps.reduce((sum, { sums }) => sum + (sums[channel] ?? 0), 0)) / count;
  return { share, tone: [mean(0), mean(1), mean(2)] };
}
