/**
 * What the views of a picture agree on, as its colour. What the colour network knows (skin, leaves, wood) it says in
 * every view; what it guesses changes from view to view and has a print's warm tone, by region.
 */
import { boxBlur } from '../image/blur';
import { at, createRaster, type Raster, type Rect } from '../image/picture';
import { regionMean } from '../image/regionMean';
import type { SeenChroma } from '../networks/colourViews';
import { makeFacesWhole } from './wholeFaces';

/** Chroma below about this counts as disagreement: where all views say grey, there is no hue to agree on. */
const LEAST_CHROMA = 4;
/**
 * The mean trust from which a region begins to have a colour, and has it in full. On 95 photographs the network's
 * colour correlates with the truth by .8 where the trust is above .9, by .6 from .8 to .9, and by .2 to .4 below.
 */
const COLOURED = { from: 0.4, full: 0.75 };
/**
 * The tone of what has no colour, in a* and b* at middle lightness: a print's own, half of what a sepia toner gives.
 * Beside it a coloured face or coat belongs to the picture; beside a cold grey it is a patch.
 */
const PRINT_TONE = { a: 2.8, b: 9 };
/** Regions end where L* changes by about `edge`, and are even over half the picture: no halo, no corner of a coat. */
const REGION = { edge: 4, smoothing: 3000 };
/** A face gives its colour to what is like it within some ten cells, and keeps it beside a neutral wall. */
const FACE = { edge: 4, smoothing: 100 };
/** Nearly white things have little colour: at most this much chroma for each L* that is missing to white. */
const CHROMA_BELOW_WHITE = 1;
/** Most a* for each b*. Skin, wood, brick and leather lie between; what the network makes redder is a mistake more often. */
const MOST_RED = 0.8;
/** Most chroma for each L*. Old prints' colours were calm, and what is dark and vivid looks like a bruise. */
const MOST_SATURATED = 0.3;
/** A face of this share of the picture's longer side makes it a portrait. */
const PORTRAIT_FACE_SHARE = 0.08;
/**
 * A portrait's backdrop is even: its L* has a deviation below `spread` over a square of this share of the longer side.
 * The views agree on blue, as if it were sky, and studios hung grey, brown and olive.
 */
const BACKDROP = { spread: 5, radiusShare: 0.06 };

/**
 * Returns a* and b*, one value per cell of the grid.
 * @param seen at least two views; every cell is in one
 * @param lightness L*, one value per cell
 * @param faces their boxes, in cells
 */
export function agreedChroma(seen: readonly SeenChroma[], lightness: Raster, faces: readonly Rect[]): Raster {
  const opinion = opinionOf(seen, lightness);
  const kept = isPortrait(lightness, faces) ? withoutGuesses(opinion, lightness) : opinion;
  const calm = regionMean(lightness, kept, REGION);
  makeFacesWhole({ seen: opinion, kept, to: calm }, lightness, faces);
  const { data } = regionMean(lightness, calm, FACE);
  const out = createRaster(lightness.width, lightness.height, 2);
  for (let i = 0; i < lightness.data.length; i++) {
    const [red, b, trust, light] = [0, 1, 2, 3].map((channel) => at(data, i * 4 + channel)) as Opinion;
    const a = Math.min(red, Math.max(0, b) * MOST_RED);
    const share = Math.min(1, Math.max(0, (trust - COLOURED.from) / (COLOURED.full - COLOURED.from)));
    const level = at(lightness.data, i);
    const most = (100 - level) * CHROMA_BELOW_WHITE;
    const chroma = Math.min(MOST_SATURATED, Math.hypot(a, b) / Math.max(1, light)) * level * share;
    const gain = chroma > 0 ? (Math.min(1, most / chroma) * chroma) / Math.hypot(a, b) : 0;
    // Black and white take none of a tone.
    const base = (1 - share) * (1 - ((level - 50) / 50) ** 2);
    out.data[i * 2] = a * gain + PRINT_TONE.a * base;
    out.data[i * 2 + 1] = b * gain + PRINT_TONE.b * base;
  }
  return out;
}

const isPortrait = ({ width, height }: Raster, faces: readonly Rect[]): boolean =>
  faces.some((face) => face.height >= Math.max(width, height) * PORTRAIT_FACE_SHARE);

/**
 * A portrait's opinion: none that is blue, which is the network's sky or a part of a grey suit, and less the more even the
 * picture is there, as a backdrop.
 */
function withoutGuesses(opinion: Raster, lightness: Raster): Raster {
  const radius = Math.round(Math.max(lightness.width, lightness.height) * BACKDROP.radiusShare);
  // Scratches and grain are no structure.
  const calm = boxBlur(lightness, 2);
  const mean = boxBlur(calm, radius).data;
  const square = boxBlur({ ...calm, data: calm.data.map((value) => value * value) }, radius).data;
  const data = opinion.data.map((value, i) => {
    const cell = Math.floor(i / 4);
    if (at(opinion.data, cell * 4 + 1) < 0) return 0;
    const variance = at(square, cell) - at(mean, cell) ** 2;
    return value * Math.min(1, Math.max(0, variance / BACKDROP.spread ** 2));
  });
  return { ...opinion, data };
}

type Opinion = [a: number, b: number, trust: number, lightness: number];

/**
 * Four channels: a*, b*, 1 and L*, each times the trust, 0..1. So the mean over a region is the mean of what is trusted
 * there, whatever else is guessed.
 */
function opinionOf(seen: readonly SeenChroma[], lightness: Raster): Raster {
  const { width, height } = lightness;
  const sums = createRaster(width, height, 4);
  for (const { left, top, chroma } of seen) {
    for (let i = 0; i < chroma.width * chroma.height; i++) {
      const cell = (top + Math.floor(i / chroma.width)) * width + left + (i % chroma.width);
      const [a, b] = [at(chroma.data, i * 2), at(chroma.data, i * 2 + 1)];
      for (const [k, value] of [a, b, a * a + b * b, 1].entries()) {
        sums.data[cell * 4 + k] = at(sums.data, cell * 4 + k) + value;
      }
    }
  }
  const out = createRaster(width, height, 4);
  for (let i = 0; i < width * height; i++) {
    const count = at(sums.data, i * 4 + 3);
    const [a, b] = [at(sums.data, i * 4) / count, at(sums.data, i * 4 + 1) / count];
    const square = a * a + b * b;
    // Of few views the spread is underestimated by one degree of freedom.
    const spread = ((at(sums.data, i * 4 + 2) / count - square) * count) / (count - 1);
    const trust = square / (square + Math.max(0, spread) + LEAST_CHROMA ** 2);
    out.data.set([a * trust, b * trust, trust, at(lightness.data, i) * trust], i * 4);
  }
  return out;
}
