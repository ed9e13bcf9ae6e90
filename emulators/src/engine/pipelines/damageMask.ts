/** Which pixels count as damaged, from the detector's chance of it. */
import {
  componentsOf,
  coverage,
  dilate,
  type HysteresisLevels,
  hysteresis,
  type Mask,
  threshold,
  wideParts,
} from '../image/mask';
import { byteAt, type Raster } from '../image/picture';

/** What is surely damage, wherever it stands. `least` is in the detector's pixels. */
const SURE: HysteresisLevels = { low: 0.7, high: 0.95, share: 0.3, least: 30 };
/** What counts as damage where hardly anything in the photo resembles it: then a faint line is a scratch. */
const FAINT: HysteresisLevels = { low: 0.4, high: 0.75, share: 0.2 };
/** Up to this share of such pixels in all. */
const CALM_SHARE = 0.006;
/**
 * What counts as damage in a photo that surely has some, and in one that is busy as well, a street or a wood, where the network is unsure of
 * nearly as many pixels as it is sure of. The busier, the surer it must be of the least sure pixel: `low`, which rises with that ratio.
 */
const LIKELY = { calm: { high: 0.9, share: 0.3 }, busy: { high: 0.95, share: 0.4 } };
const LOW = { base: 0.3, slope: 0.4, least: 0.4, most: 0.75 };
const BUSY = { unsureFrom: 0.3, sureFrom: 0.9, ratio: 0.9 };
/**
 * Beyond this ratio the network cannot tell such damage from the picture, and nothing is repainted: in a large group at Bull Run (3.9) sleeves, a
 * fence and a face were. Damaged prints, real and made, are at 2.7 or less.
 */
const HOPELESS_RATIO = 3;
/** A mount: from this chance on, wider than twice this, nearer to the border than that and as long as this, in the detector's pixels. */
const MOUNT_CHANCE = 0.4;
const MOUNT_RADIUS_PX = 7;
const MOUNT_REACH_PX = 12;
const MOUNT_LENGTH_PX = 64;
/**
 * Below the first share of surely damaged pixels a photo counts as undamaged and keeps every byte; from the second on it counts as
 * damaged throughout. Colour photographs are young and seldom cracked; what looks like a few scratches there is most often wire, grass
 * or rain.
 */
const SHARES = { monochrome: { least: 0.0006, damaged: 0.012 }, colour: { least: 0.014, damaged: 0.014 } };

/**
 * What to repaint, of the size of `everywhere`. How boldly depends on how much in the photo looks like damage, and how surely.
 * @param everywhere the detector's chance of damage, 0..1
 * @param monochrome whether the photo is grey or of one tint
 */
export function damageIn(everywhere: Raster, monochrome: boolean): Mask {
  const chance = withoutMount(everywhere);
  const { least, damaged } = SHARES[monochrome ? 'monochrome' : 'colour'];
  const sure = hysteresis(chance, SURE);
  const share = coverage(sure);
  const none: Mask = { ...sure, data: new Uint8Array(sure.data.length) };
  if (share >= damaged) {
    const doubt = doubtIn(chance);
    return doubt > HOPELESS_RATIO ? none : hysteresis(chance, likelyAt(doubt));
  }
  const faint = hysteresis(chance, FAINT);
  if (monochrome && coverage(faint) <= CALM_SHARE) return faint;
  return share >= least ? sure : none;
}

/** Pixels the network is unsure of to those it is sure of. */
function doubtIn(chance: Raster): number {
  const sure = coverage(threshold(chance, BUSY.sureFrom));
  return (coverage(threshold(chance, BUSY.unsureFrom)) - sure) / Math.max(1e-6, sure);
}

function likelyAt(doubt: number): HysteresisLevels {
  const low = Math.min(LOW.most, Math.max(LOW.least, LOW.base + LOW.slope * doubt));
  return { low, ...(doubt > BUSY.ratio ? LIKELY.busy : LIKELY.calm) };
}

/** The paper or the frame round a print looks like a part torn off; what is wide and reaches the picture's border is left alone. */
function withoutMount(chance: Raster): Raster {
  const { width, height } = chance;
  const wide = wideParts(threshold(chance, MOUNT_CHANCE), MOUNT_RADIUS_PX);
  const mounts = componentsOf(wide).filter(({ left, top, right, bottom }) => {
    const inside = Math.min(left, top, width - 1 - right, height - 1 - bottom);
    // A speck at the border is no mount.
    return inside <= MOUNT_REACH_PX && Math.max(right - left, bottom - top) >= MOUNT_LENGTH_PX;
  });
  if (mounts.length === 0) return chance;
  const mount: Mask = { width, height, data: new Uint8Array(wide.data.length) };
  for (const { pixels } of mounts) for (const pixel of pixels) mount.data[pixel] = 1;
  const spared = dilate(mount, MOUNT_REACH_PX).data;
  const out: Raster = { ...chance, data: new Float32Array(chance.data) };
  for (let i = 0; i < spared.length; i++) if (byteAt(spared, i)) out.data[i] = 0;
  return out;
}
