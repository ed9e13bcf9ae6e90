/** Brightness and tint of whole photographs. */

import { quantileOf, rowStep } from './measure';
import { byteAt, clampRect, copyPicture, doubleAt, lumaAt, numberAt, type Picture, type Rect } from './picture';

/** Greys this far from the ends, in grey levels, are where a well-kept print begins and ends. */
const BLACK = 14;
const WHITE = 240;
/**
 * How far the ends are moved towards those: a full stretch looks harsh and once cost 7 dB. Blacks further than whites:
 * nearly every scene has a deep shadow, many have nothing white.
 */
const BLACK_SHARE = 0.85;
const WHITE_SHARE = 0.75;
/** A photo whose luma spans at least this has not faded and is left as it is. */
const FULL_SPAN = 195;
/** One that spans less than this is a blank page. */
const BLANK_SPAN = 8;
/**
 * Fading turns blacks grey. If they are still darker than this the scene is soft, unless its span is below LEAST_SPAN.
 */
const RAISED_BLACK = 24;
const LEAST_SPAN = 130;
/** Largest gain in contrast. */
const MOST_GAIN = 1.8;

/** Mounts, frames and worn borders say nothing about the photograph: this share on each side is not looked at. */
const BORDER_SHARE = 0.12;

export interface LumaRange {
  /** Half a percent of the pixels are darker. */
  low: number;
  median: number;
  /** Half a percent of the pixels are brighter. */
  high: number;
}

/** Where the luma of the picture's middle lies, in grey levels. */
export function lumaRange(picture: Picture): LumaRange {
  const counts = new Uint32Array(256);
  const [insetX, insetY] = [picture.width, picture.height].map((side) => Math.floor(side * BORDER_SHARE)) as [
    number,
    number,
  ];
  let total = 0;
  for (let y = insetY; y < picture.height - insetY; y++) {
    for (let x = insetX; x < picture.width - insetX; x++) {
      const luma = Math.round(lumaAt(picture.data, (y * picture.width + x) * 3));
      counts[luma] = numberAt(counts, luma) + 1;
      total++;
    }
  }
  return {
    low: quantileOf(counts, total * 0.005),
    median: quantileOf(counts, total * 0.5),
    high: quantileOf(counts, total * 0.995),
  };
}

/** Restores a faded photo's blacks and whites gently, the same for every channel. A full-range photo stays as it is. */
export function liftFading(picture: Picture): Picture {
  const levels = fadingOf(picture);
  return levels ? mapLevels(picture, (value) => value * levels.gain + levels.shift) : picture;
}

/** How many times `liftFading` raises the contrast, and with it the noise; 1 where nothing has faded. */
export function fadingGain(picture: Picture): number {
  return fadingOf(picture)?.gain ?? 1;
}

function fadingOf(picture: Picture): { gain: number; shift: number } | undefined {
  const { low, high } = lumaRange(picture);
  const span = high - low;
  if (span < BLANK_SPAN || span >= FULL_SPAN || (low < RAISED_BLACK && span >= LEAST_SPAN)) return undefined;
  const newLow = low > BLACK ? low + (BLACK - low) * BLACK_SHARE : low;
  const newHigh = high < WHITE ? high + (WHITE - high) * WHITE_SHARE : high;
  const gain = Math.min(MOST_GAIN, (newHigh - newLow) / span);
  const centred = (newHigh + newLow) / 2 - (gain * (high + low)) / 2;
  // A night scene or a pale one cannot be stretched as far as that; neither end may be moved the wrong way for it.
  return { gain, shift: Math.min(low * (1 - gain), Math.max(high * (1 - gain), centred)) };
}

/** A print has darkened with age when its middle grey is darker than the first and its whites than the second. */
const DARK_MEDIAN = 80;
const DULL_WHITE = 200;
/** How far, on a logarithmic scale, the middle grey is moved there. */
const BRIGHTEN_SHARE = 0.45;

/** Whether a print has gone dark: a dark scene still has its whites. */
export function isDarkened(picture: Picture): boolean {
  const { median, high } = lumaRange(picture);
  return median < DARK_MEDIAN && high < DULL_WHITE;
}

/** Brightens a print that has gone dark, black and white staying where they are. */
export function liftDarkening(picture: Picture): Picture {
  const { median } = lumaRange(picture);
  if (median >= DARK_MEDIAN) return picture;
  const full = Math.log(DARK_MEDIAN / 255) / Math.log(Math.max(8, median) / 255);
  const gamma = 1 + (full - 1) * BRIGHTEN_SHARE;
  return mapLevels(picture, (value) => 255 * (value / 255) ** gamma);
}

/** Of the faces' boxes, the middle that is skin: this share of each side is left out. */
const BESIDE_SKIN = 0.2;

/** Median luma of the middle of a face's box, in grey levels. */
export function skinLuma(picture: Picture, face: Rect): number {
  const skin = clampRect(
    {
      left: face.left + face.width * BESIDE_SKIN,
      top: face.top + face.height * BESIDE_SKIN,
      width: face.width * (1 - 2 * BESIDE_SKIN),
      height: face.height * (1 - 2 * BESIDE_SKIN),
    },
    picture,
  );
  const counts = new Uint32Array(256);
  for (let y = skin.top; y < skin.top + skin.height; y++) {
    for (let x = skin.left; x < skin.left + skin.width; x++) {
      const luma = Math.round(lumaAt(picture.data, (y * picture.width + x) * 3));
      counts[luma] = numberAt(counts, luma) + 1;
    }
  }
  return quantileOf(counts, (skin.width * skin.height) / 2);
}

/**
 * Median `skinLuma` of 26 sound portraits (a tenth each is below 111 and above 173): a face lighter than this may have
 * faded to white and may get darker, down to this.
 */
const SOUND_SKIN = 145;
/** Most that the curve may raise the contrast of the darkest greys: faces in deep shadow stay a little darker. */
const MOST_BEND = 4;

/**
 * Brightens the middle greys of `toned` until none of the faces is darker than in `before`; blacks and whites stay. Faces
 * that had faded to white may end as dark as a sound portrait's.
 * @param faces in pixels of both pictures, which have one size
 */
export function keepFacesLight(toned: Picture, before: Picture, faces: readonly Rect[]): Picture {
  const { low, high } = lumaRange(toned);
  const span = high - low;
  if (span < BLANK_SPAN) return toned;
  /** Luma as its odds between black and white: the curve multiplies them, and is smooth and as steep as that in black. */
  const oddsOf = (luma: number) => Math.max(1, luma - low) / Math.max(1, high - luma);
  const bends = faces.map((face) => {
    const least = Math.min(skinLuma(before, face), SOUND_SKIN);
    return oddsOf(least) / oddsOf(skinLuma(toned, face));
  });
  const bend = Math.min(MOST_BEND, Math.max(1, ...bends));
  if (bend === 1) return toned;
  return mapLevels(toned, (value) => {
    const share = (value - low) / span;
    return share > 0 && share < 1 ? low + (span * bend * share) / (1 + (bend - 1) * share) : value;
  });
}

function mapLevels(picture: Picture, level: (value: number) => number): Picture {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => level(value));
  return { ...picture, data: picture.data.map((value) => byteAt(table, value)) };
}

export interface Cast {
  /** Mean of Cb and Cr, -128..127: the tint all pixels share. */
  cb: number;
  cr: number;
  /** Mean distance of the pixels' chroma from a curve of luma alone: near 0 for grey and toned pictures. */
  colourfulness: number;
}

const LUMA_BINS = 16;

/** What tint a picture has and how much colour beyond that tint. */
function castOf(picture: Picture): Cast {
  const { data } = picture;
  const counts = new Float64Array(LUMA_BINS);
  const sums = { cb: new Float64Array(LUMA_BINS), cr: new Float64Array(LUMA_BINS) };
  let [count, spread] = [0, 0];
  const rowLength = picture.width * 3;
  const step = rowStep(picture) * rowLength;
  for (let row = 0; row < data.length; row += step) {
    for (let i = row; i < row + rowLength; i += 3) {
      const luma = lumaAt(data, i);
      const bin = lumaBin(luma);
      counts[bin] = doubleAt(counts, bin) + 1;
      sums.cb[bin] = doubleAt(sums.cb, bin) + blueness(data, i, luma);
      sums.cr[bin] = doubleAt(sums.cr, bin) + redness(data, i, luma);
      count++;
    }
  }
  for (let row = 0; row < data.length; row += step) {
    for (let i = row; i < row + rowLength; i += 3) {
      const luma = lumaAt(data, i);
      const bin = lumaBin(luma);
      const cb = blueness(data, i, luma) - doubleAt(sums.cb, bin) / doubleAt(counts, bin);
      const cr = redness(data, i, luma) - doubleAt(sums.cr, bin) / doubleAt(counts, bin);
      spread += Math.sqrt(cb * cb + cr * cr);
    }
  }
  const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / count;
  return { cb: meanOf(sums.cb), cr: meanOf(sums.cr), colourfulness: spread / count };
}

const lumaBin = (luma: number): number => Math.min(LUMA_BINS - 1, Math.floor((luma * LUMA_BINS) / 256));
/** Cb and Cr of the triple that starts at `offset`. */
const blueness = (data: Uint8ClampedArray, offset: number, luma: number) => (byteAt(data, offset + 2) - luma) * 0.564;
const redness = (data: Uint8ClampedArray, offset: number, luma: number) => (byteAt(data, offset) - luma) * 0.713;

/** Grey, sepia and other one-tint pictures stay below this; the palest real colour photographs are above. */
const MONOCHROME_BELOW = 3;

export function isMonochrome(picture: Picture): boolean {
  return castOf(picture).colourfulness < MONOCHROME_BELOW;
}

/** The picture in neutral greys: its luma in all channels. */
export function toGrey(picture: Picture): Picture {
  const out = copyPicture(picture);
  for (let i = 0; i < out.data.length; i += 3) out.data.fill(lumaAt(picture.data, i), i, i + 3);
  return out;
}

/** Moves a monochrome picture's tint towards grey. @param share 0 keeps it, 1 makes it neutral. */
export function easeTint(picture: Picture, share: number): Picture {
  const out = copyPicture(picture);
  for (let i = 0; i < out.data.length; i += 3) {
    const luma = lumaAt(picture.data, i);
    for (let c = 0; c < 3; c++) out.data[i + c] = byteAt(picture.data, i + c) * (1 - share) + luma * share;
  }
  return out;
}
