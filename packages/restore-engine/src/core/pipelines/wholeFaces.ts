/** A face has one colour: both halves and the brow, however the light falls. What the network does not know is skin. */
import { at, type Raster, type Rect } from '../image/picture';
import { pixelsOf } from './faceArea';

/** Jaw, ears, neck and bosom are in this one; what has skin's hue there is no more vivid than the face. */
const AROUND_RADIUS = 1.5;
/**
 * What is brighter than the face by this much L* is a white beard, a cap or a collar, unless it is lit skin. What is darker
 * by `DARKER` is hair.
 */
const BRIGHTER = 18;
const DARKER = 20;
/** Of lit skin the network says skin's hue with this trust, and this much chroma for each L*. */
const LIT_SKIN = { trust: 0.6, chroma: 0.15 };
/** Skin's hue, in degrees from red (a*) towards yellow (b*). Another hue is a mistake. */
const SKIN_HUE = { from: 15, to: 80 };
/**
 * Most a* for each b* of skin, and most chroma for each L*. Four people's faces in colour photographs have .57 to .85 and
 * .27 to .55; a little less than they look calm, more looks like brick.
 */
const SKIN = { red: 0.75, chroma: 0.3 };
/** The same where the network says nothing of skin: of a face it is known what it is, and paler is never wrong by much. */
const PALE_SKIN = { red: 0.6, chroma: 0.24 };

/** a*, b*, 1 and L*, each times the trust, one of each per cell. */
interface Opinions {
  /** The network's. */
  seen: Raster;
  /** What is used of it beside the faces. */
  kept: Raster;
  /** Is changed. */
  to: Raster;
}

interface Face {
  box: Rect;
  /** Its cells without a white beard or a cap. */
  skin: number[];
  /** Mean L* of them. */
  light: number;
}

/**
 * Gives every cell of a face the mean of the face. Skin around it, as light as the face, has what the network says of it
 * and not the mean of the dress or the wall beside it.
 * @param lightness L* of the same size
 * @param boxes of the faces, in pixels of the two
 */
export function makeFacesWhole(opinions: Opinions, lightness: Raster, boxes: readonly Rect[]): void {
  const faces = boxes.flatMap((box) => faceAt(opinions.seen, lightness, box) ?? []);
  // A face may lie around another.
  for (const face of faces) calmAround(opinions, lightness, face);
  for (const { skin, light } of faces) {
    const mean = [0, 1, 2, 3].map((channel) => meanOf(skin, (cell) => at(opinions.seen.data, cell * 4 + channel)));
    const whole = filledUp(isSkin(mean) ? calmSkin(mean) : [0, 0, 0, 0], paleSkin(light));
    for (const cell of skin) opinions.to.data.set(whole, cell * 4);
  }
}

function faceAt(seen: Raster, lightness: Raster, box: Rect): Face | undefined {
  const cells = pixelsOf(box, lightness);
  const levelOf = (cell: number) => at(lightness.data, cell);
  const brightest = meanOf(cells, levelOf) + BRIGHTER;
  const isLit = (cell: number) => isLitSkin(seen.data.subarray(cell * 4, cell * 4 + 4), levelOf(cell));
  const skin = cells.filter((cell) => levelOf(cell) < brightest || isLit(cell));
  return skin.length > 0 ? { box, skin, light: meanOf(skin, levelOf) } : undefined;
}

function calmAround({ kept, to }: Opinions, lightness: Raster, { box, light }: Face): void {
  for (const cell of pixelsOf(box, lightness, AROUND_RADIUS)) {
    const level = at(lightness.data, cell);
    const isLikeFace = level > light - DARKER && level < light + BRIGHTER;
    const own = kept.data.subarray(cell * 4, cell * 4 + 4);
    const values = isLikeFace && isSkin(own) ? own : to.data.subarray(cell * 4, cell * 4 + 4);
    if (isSkin(values)) to.data.set(calmSkin(values), cell * 4);
  }
}

type Opinion = ArrayLike<number>;
/** a*, b*, 1 and L*, each times the trust. */
type Values = [a: number, b: number, trust: number, lightness: number];

function isSkin({ 0: a = 0, 1: b = 0 }: Opinion): boolean {
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return hue >= SKIN_HUE.from && hue <= SKIN_HUE.to;
}

function isLitSkin(opinion: Opinion, level: number): boolean {
  const { 0: a = 0, 1: b = 0, 2: trust = 0 } = opinion;
  return isSkin(opinion) && trust > LIT_SKIN.trust && Math.hypot(a, b) > LIT_SKIN.chroma * level * trust;
}

function calmSkin({ 0: a = 0, 1: b = 0, 2: trust = 0, 3: light = 0 }: Opinion): Values {
  const red = Math.min(a, b * SKIN.red);
  const gain = Math.min(1, (SKIN.chroma * light) / Math.hypot(red, b));
  return [red * gain, b * gain, trust, light];
}

/** @param light mean L* of the face */
function paleSkin(light: number): Values {
  const b = (PALE_SKIN.chroma * light) / Math.hypot(PALE_SKIN.red, 1);
  return [b * PALE_SKIN.red, b, 1, light];
}

/** An opinion, and another as far as trust in it is missing. */
function filledUp(opinion: Values, other: Values): Values {
  const missing = 1 - opinion[2];
  return opinion.map((value, channel) => value + missing * (other[channel] ?? 0)) as Values;
}

const meanOf = (cells: readonly number[], of: (cell: number) => number): number =>
  cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
