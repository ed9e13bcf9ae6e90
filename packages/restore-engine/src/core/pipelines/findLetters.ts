/** From "there is text about here" to the very pixels of its strokes. */
import { type Component, componentsOf, dilate, dilateAlong, type Mask, threshold } from '../image/mask';
import { quantileOf } from '../image/measure';
import { otsu, topHat } from '../image/morphology';
import {
  at,
  byteAt,
  clampRect,
  createPicture,
  createRaster,
  cutRaster,
  numberAt,
  type Picture,
  type Raster,
  type Rect,
} from '../image/picture';
import { resample } from '../image/resample';
import { inpaintThinPlate } from '../inpaint/thinPlate';
import { wordsOf } from './textLines';
import { inkOf } from './veil';

/** The detector marks the core of a line; the letters reach beyond it by this share of its thickness. */
const GROW_SHARE = 0.55;
/** A line's core is at least this many times as long as it is thick. */
const LEAST_ELONGATION = 3;
/** Least contrast of a stroke, in grey levels. */
const LEAST_CONTRAST = 12;
/** A pixel has the line's ink when no channel is further from it than this, in grey levels. */
const SAME_INK = 40;
/** Least mean difference of a rim from the background, in grey levels. */
const LEAST_RIM = 6;

interface TextArea {
  box: Rect;
  /** Within the box: what the detector marked. */
  core: Mask;
  /** Within the box: where the line and its surroundings are. */
  zone: Mask;
  /** Height of the letters, in pixels. */
  size: number;
}

export interface LetterSearch {
  /** What the text detector says, at its own size. */
  chance: Raster;
  /** Their eyes and mouths are no letters. */
  faces: readonly Rect[];
  /** Called for every area of text and between the steps of each; may throw to end the work. */
  checkpoint: () => void;
}

/** The strokes of all opaque text, with their outline and shadow. */
export function findLetters(picture: Picture, { chance, faces, checkpoint }: LetterSearch): Mask {
  const mask: Mask = {
    width: picture.width,
    height: picture.height,
    data: new Uint8Array(picture.width * picture.height),
  };
  for (const area of textAreas(picture, chance)) {
    checkpoint();
    if (!faces.some((face) => isFeature(area.box, face))) markStrokes(mask, picture, { ...area, checkpoint });
  }
  return mask;
}

/** Eyes and mouths of small faces are as even as ink: what lies within a face, and is no wider, is part of it. */
function isFeature({ left, top, width, height }: Rect, face: Rect): boolean {
  const [x, y] = [left + width / 2 - face.left, top + height / 2 - face.top];
  return x > 0 && y > 0 && x < face.width && y < face.height && width < face.width * 1.5;
}

/** Whether any of what the detector marked can be opaque text. */
export function hasLetters(chance: Raster): boolean {
  return wordsOf(chance).some(isLine);
}

function textAreas(picture: Picture, chance: Raster): TextArea[] {
  const scale = { x: picture.width / chance.width, y: picture.height / chance.height };
  return wordsOf(chance)
    .filter(isLine)
    .map((component) => areaOf(component, { chance, picture, scale }));
}

/** Words are longer than high; a lone mark as broad as long is a face in a crowd, a knob, a knot. */
function isLine(component: Component): boolean {
  const { left, right, top, bottom } = component;
  return Math.max(right - left, bottom - top) + 1 >= thicknessOf(component) * LEAST_ELONGATION;
}

function areaOf(
  component: Component,
  { chance, picture, scale }: { chance: Raster; picture: Picture; scale: { x: number; y: number } },
): TextArea {
  const thickness = thicknessOf(component);
  const grow = Math.ceil(thickness * GROW_SHARE) + 2;
  const around = grow + Math.ceil(thickness * (1 + 2 * GROW_SHARE));
  const coarse = clampRect(
    {
      left: component.left - around,
      top: component.top - around,
      width: component.right - component.left + 1 + 2 * around,
      height: component.bottom - component.top + 1 + 2 * around,
    },
    chance,
  );
  const shape: Mask = {
    width: coarse.width,
    height: coarse.height,
    data: new Uint8Array(coarse.width * coarse.height),
  };
  for (const pixel of component.pixels) {
    const x = (pixel % chance.width) - coarse.left;
    const y = Math.floor(pixel / chance.width) - coarse.top;
    shape.data[y * coarse.width + x] = 1;
  }
  const box = clampRect(
    {
      left: coarse.left * scale.x,
      top: coarse.top * scale.y,
      width: coarse.width * scale.x,
      height: coarse.height * scale.y,
    },
    picture,
  );
  const core = enlargeMask(shape, box);
  const zone = enlargeMask(dilate(shape, grow), box);
  return { box, core, zone, size: thickness * (1 + 2 * GROW_SHARE) * Math.max(scale.x, scale.y) };
}

function enlargeMask(mask: Mask, { width, height }: Rect): Mask {
  const raster = createRaster(mask.width, mask.height, 1);
  raster.data.set(mask.data);
  return threshold(resample(raster, width, height, 'linear'), 0.5);
}

/** Thickness of a long shape in any direction: its area against the diagonal of its box. */
function thicknessOf({ pixels, left, right, top, bottom }: Component): number {
  const length = Math.max(right - left + 1, bottom - top + 1);
  const diagonal = Math.hypot(right - left + 1, bottom - top + 1);
  const slanted = Math.min(right - left + 1, bottom - top + 1) > length * 0.4;
  return pixels.length / (slanted ? diagonal : length);
}

function markStrokes(
  mask: Mask,
  picture: Picture,
  { box, core, zone, size, checkpoint }: TextArea & Pick<LetterSearch, 'checkpoint'>,
): void {
  const piece = cutRaster(picture, box);
  const ink = inkOf(asPicture(piece), { zone: zone.data, checkpoint });
  if (!ink) return;
  const radius = Math.max(2, Math.min(24, Math.round(size / 4)));
  const reach = Math.max(2, Math.round(size / 7));
  const main = strokeStrength(piece, radius, { core, zone, checkpoint });
  checkpoint();
  const cut = Math.max(LEAST_CONTRAST, otsu(valuesIn(main, zone)) * 0.75);
  const strokes: Mask = { ...zone, data: zone.data.map((inside, i) => (inside && at(main.data, i) > cut ? 1 : 0)) };
  const background = backgroundOf(piece, dilate(strokes, reach + 2), checkpoint);
  const inked = sameInk(piece, background, strokes, zone);
  checkpoint();
  const whole = withNeighbours(piece, ink, { strokes: inked, zone, size });
  const letters = withOutline(piece, { strokes: whole, most: reach, contrast: cut, checkpoint });
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      if (letters.data[y * box.width + x]) mask.data[(box.top + y) * picture.width + box.left + x] = 1;
    }
  }
}

function asPicture(piece: Raster): Picture {
  const picture = createPicture(piece.width, piece.height);
  picture.data.set(piece.data);
  return picture;
}

/** What the piece would look like without its letters and whatever clings to them. */
function backgroundOf(piece: Raster, letters: Mask, checkpoint: () => void): Picture {
  const background = asPicture(piece);
  inpaintThinPlate(background, letters.data, { checkpoint });
  return background;
}

/**
 * Keeps the candidates that look like the line's one ink, and adds pixels of the line that look more like the ink than
 * like their background.
 */
function sameInk(piece: Raster, background: Picture, strokes: Mask, zone: Mask): Mask {
  const ink = [0, 1, 2].map((c) => medianOf(piece, strokes, c));
  const near = dilate(strokes, 2);
  const data = zone.data.map((inside, i) => {
    if (!inside || !near.data[i]) return 0;
    let toInk = 0;
    let toBackground = 0;
    for (let c = 0; c < 3; c++) {
      toInk += (at(piece.data, i * 3 + c) - numberAt(ink, c)) ** 2;
      toBackground += (at(piece.data, i * 3 + c) - byteAt(background.data, i * 3 + c)) ** 2;
    }
    return toInk < toBackground ? 1 : 0;
  });
  return { ...zone, data };
}

function medianOf(piece: Raster, mask: Mask, channel: number): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let i = 0; i < mask.data.length; i++) {
    if (!mask.data[i]) continue;
    const value = Math.round(at(piece.data, i * 3 + channel));
    counts[value] = numberAt(counts, value) + 1;
    total++;
  }
  return quantileOf(counts, total / 2);
}

/** Apostrophes, dots and dashes beyond the ends of what the detector marked: small parts of the line's own ink. */
function withNeighbours(
  piece: Raster,
  ink: readonly number[],
  { strokes, zone, size }: { strokes: Mask; zone: Mask; size: number },
): Mask {
  const lying = extentOf(zone, 'x') >= extentOf(zone, 'y');
  const beyond = dilateAlong(zone, Math.round(size), lying);
  const data = beyond.data.map((value, i) => {
    if (!value || zone.data[i]) return 0;
    return ink.every((level, c) => Math.abs(at(piece.data, i * 3 + c) - level) < SAME_INK) ? 1 : 0;
  });
  const out = { ...strokes, data: new Uint8Array(strokes.data) };
  for (const { pixels, left, right, top, bottom } of componentsOf({ ...zone, data })) {
    if (pixels.length < 3 || Math.max(right - left, bottom - top) > size) continue;
    for (const pixel of pixels) out.data[pixel] = 1;
  }
  return out;
}

function extentOf({ width, data }: Mask, axis: 'x' | 'y'): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < data.length; i++) {
    if (!data[i]) continue;
    const position = axis === 'x' ? i % width : Math.floor(i / width);
    low = Math.min(low, position);
    high = Math.max(high, position);
  }
  return high - low;
}

/**
 * Returns the strokes with the soft rim, outline, glow or shadow around them: grows them pixel by pixel while the next
 * shell differs, on the whole, from the ground a little further out.
 */
function withOutline(
  piece: Raster,
  { strokes, most, contrast, checkpoint }: { strokes: Mask; most: number; contrast: number; checkpoint: () => void },
): Mask {
  checkpoint();
  const ground = meanBetween(piece, dilate(strokes, most + 1), dilate(strokes, most + 4));
  let grown = dilate(strokes, 1);
  for (let width = 2; width <= most; width++) {
    checkpoint();
    const wider = dilate(strokes, width);
    const shell = meanBetween(piece, grown, wider);
    const difference = Math.max(...shell.map((value, c) => Math.abs(value - numberAt(ground, c))));
    if (difference < Math.max(LEAST_RIM, contrast * 0.15)) break;
    grown = wider;
  }
  return grown;
}

/** Mean colour of the pixels in `outer` but not in `inner`. */
function meanBetween(piece: Raster, inner: Mask, outer: Mask): number[] {
  const sums = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < outer.data.length; i++) {
    if (!outer.data[i] || inner.data[i]) continue;
    count++;
    for (let c = 0; c < 3; c++) sums[c] = numberAt(sums, c) + at(piece.data, i * 3 + c);
  }
  return sums.map((sum) => sum / Math.max(1, count));
}

/**
 * Returns the strongest top-hat of the three channels. In each, letters are brighter or darker than the background, as
 * the line is against its surroundings: the gaps between letters are strokes of the opposite kind and must not count.
 */
function strokeStrength(
  piece: Raster,
  radius: number,
  { core, zone, checkpoint }: Pick<TextArea, 'core' | 'zone'> & Pick<LetterSearch, 'checkpoint'>,
): Raster {
  const out = createRaster(piece.width, piece.height, 1);
  for (let c = 0; c < 3; c++) {
    checkpoint();
    const channel = createRaster(piece.width, piece.height, 1);
    for (let i = 0; i < channel.data.length; i++) channel.data[i] = at(piece.data, i * 3 + c);
    const hat = topHat(channel, radius, lineAgainstSurroundings(channel, { core, zone }) >= 0 ? 'bright' : 'dark');
    for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(at(out.data, i), at(hat.data, i));
  }
  return out;
}

/** Mean of the line minus mean of its surroundings. */
function lineAgainstSurroundings(channel: Raster, { core, zone }: { core: Mask; zone: Mask }): number {
  const inside = { sum: 0, count: 0 };
  const outside = { sum: 0, count: 0 };
  for (let i = 0; i < channel.data.length; i++) {
    if (zone.data[i] && !core.data[i]) continue;
    const side = core.data[i] ? inside : outside;
    side.sum += at(channel.data, i);
    side.count++;
  }
  return inside.sum / Math.max(1, inside.count) - outside.sum / Math.max(1, outside.count);
}

function* valuesIn(raster: Raster, zone: Mask): Iterable<number> {
  for (let i = 0; i < raster.data.length; i++) if (zone.data[i]) yield at(raster.data, i);
}
