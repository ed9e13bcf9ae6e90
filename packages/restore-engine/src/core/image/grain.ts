/** Keeps the grain of a photograph as it was where its contrast is lifted. */
import { boxBlur, gaussianBlur } from './blur';
import { quantileOf } from './measure';
import { at, copyPicture, lumaOf, numberAt, type Picture, type Raster } from './picture';

/** What is finer than this standard deviation is grain or detail; coarser grain looks like the picture. */
const COARSEST_PX = 2;
/** The square over which energy is compared with the grain's. */
const WEIGH_RADIUS_PX = 4;
/** Grain is everywhere, texture is not: this share of the picture has little else. */
const CALM_SHARE = 0.3;
/** How much above the calm share's energy still counts as grain: in a small square it varies by chance. */
const CHANCE = 1.8;
/** Black and white areas hide grain: they say nothing of it. */
const CLIPPED = { black: 6, white: 249 };
/** Steps of energy that are told apart, in square grey levels, and the largest. */
const STEP = 0.25;
const STEPS = 2000;

/**
 * Returns the lifted picture with no stronger grain than there was before. Texture and edges, which are stronger than
 * grain, are lifted whole.
 * @param lifted `before` with its contrast raised
 */
export function withGrainOf(before: Picture, lifted: Picture): Picture {
  const [smooth, fine] = bandsOf(before);
  const [, strong] = bandsOf(lifted);
  const energy = boxBlur({ ...fine, data: fine.data.map((value) => value * value) }, WEIGH_RADIUS_PX);
  const grain = CHANCE * calmEnergy(energy, smooth);
  const out = copyPicture(lifted);
  for (let i = 0; i < fine.data.length; i++) {
    const [is, was] = [at(strong.data, i), at(fine.data, i)];
    const added = Math.sign(is) * Math.max(0, Math.abs(is) - Math.abs(was));
    const share = Math.min(1, grain / Math.max(1e-6, at(energy.data, i)));
    for (let c = i * 3; c < i * 3 + 3; c++) out.data[c] = numberAt(lifted.data, c) - share * added;
  }
  return out;
}

/** The picture's luma without what is fine, and what is fine. */
function bandsOf(picture: Picture): [smooth: Raster, fine: Raster] {
  const luma = lumaOf(picture);
  const smooth = gaussianBlur(luma, COARSEST_PX);
  return [smooth, { ...luma, data: luma.data.map((value, i) => value - at(smooth.data, i)) }];
}

/** Energy of what is fine where the picture is calm, in square grey levels. */
function calmEnergy(energy: Raster, smooth: Raster): number {
  const counts = new Uint32Array(STEPS);
  let total = 0;
  for (let i = 0; i < energy.data.length; i++) {
    if (at(smooth.data, i) < CLIPPED.black || at(smooth.data, i) > CLIPPED.white) continue;
    const step = Math.min(STEPS - 1, Math.floor(at(energy.data, i) / STEP));
    counts[step] = numberAt(counts, step) + 1;
    total++;
  }
  return Math.max(0, (quantileOf(counts, total * CALM_SHARE) + 0.5) * STEP);
}
