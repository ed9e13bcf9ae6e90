/** Draws what `labels.csv` says on a photograph: damage, blur, lettering. The same seed draws the same. */
import { agePrint, type DamageKind, MIXTURE } from '@heirlight/restore-engine/bench/age';
import * as degrade from '@heirlight/restore-engine/bench/degrade';
import { letters } from '@heirlight/restore-engine/bench/letters';
import sharp, { type Sharp } from 'sharp';

/** Three bytes a pixel: red, green, blue. */
export interface Rgb {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

const svgOf = ({ width, height }: Rgb, content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

const open = ({ data, width, height }: Rgb) => sharp(data, { raw: { width, height, channels: 3 } });

async function rgbOf(image: Sharp): Promise<Rgb> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

const withSvg = (photo: Rgb, content: string): Promise<Rgb> =>
  rgbOf(open(photo).composite([{ input: svgOf(photo, content) }]));

/** Blurs all of it, or what is around a place (shares of width and height, radius as a share of the long side). */
async function soft(photo: Rgb, [thousandths = 0, x, y, radius]: number[]): Promise<Rgb> {
  const longest = Math.max(photo.width, photo.height);
  const blurred = await rgbOf(open(photo).blur((thousandths / 1000) * longest));
  if (x === undefined || y === undefined || radius === undefined) return blurred;
  const [centreX, centreY, reach] = [x * photo.width, y * photo.height, radius * longest];
  const data = photo.data.map((value, at) => {
    const pixel = Math.floor(at / 3);
    const off = Math.hypot((pixel % photo.width) - centreX, Math.floor(pixel / photo.width) - centreY);
    const share = Math.min(1, Math.max(0, (reach - off) / (0.2 * reach)));
    return value + ((blurred.data[at] ?? 0) - value) * share;
  });
  return { ...photo, data };
}

/** A photograph of a print that lay in the sun: no black and no white is left, and it has turned warm. */
function fade(photo: Rgb, [black = 0, white = 255]: number[]): Rgb {
  const warm = [1.04, 1, 0.9];
  const data = photo.data.map((value, at) => (black + (value / 255) * (white - black)) * (warm[at % 3] ?? 1));
  return { ...photo, data };
}

/** A camera's date, in the corner that the seed chooses. */
function stamp(photo: Rgb, [seed = 0]: number[]): Promise<Rgb> {
  const size = photo.width * (0.05 + 0.01 * (seed % 3));
  const place = { x: photo.width * (seed % 2 ? 0.08 : 0.6), y: photo.height * 0.92 };
  const text = `${1 + (seed % 12)} ${10 + seed} '${91 + (seed % 8)}`;
  return withSvg(photo, letters(text, { ...place, size, face: 'mono', paint: 'fill="#ffb02e"' }));
}

/** A title across the top or the bottom. */
function title(photo: Rgb, [seed = 0]: number[]): Promise<Rgb> {
  const place = { x: photo.width / 2, y: photo.height * (seed % 4 ? 0.88 : 0.14) };
  const text = ['A Day by the Sea', 'Class of 1984', 'With love from home'][seed % 3] ?? '';
  const paint = `fill="#fff" stroke="#000" stroke-width="${photo.width / 500}"`;
  return withSvg(photo, letters(text, { ...place, size: photo.width * 0.07, face: 'sans', anchor: 'middle', paint }));
}

/** A photographer's mark over the middle. */
function proof(photo: Rgb, _: number[]): Promise<Rgb> {
  const place = { x: photo.width / 2, y: photo.height * 0.56 };
  const paint = 'fill="#fff" fill-opacity="0.6"';
  return withSvg(photo, letters('PROOF ONLY', { ...place, size: photo.width * 0.12, anchor: 'middle', paint }));
}

const age = (photo: Rgb, kinds: string, seed: number): Rgb =>
  agePrint(photo, kinds === 'mixture' ? MIXTURE : (kinds.split('+') as DamageKind[]), seed).picture;

type Draw = (photo: Rgb, rest: string[], numbers: number[]) => Rgb | Promise<Rgb>;

const WAYS: Record<string, Draw> = {
  small: (photo, _, [px = 0]) => rgbOf(open(photo).resize(px, px, { fit: 'inside' })),
  soft: (photo, _, numbers) => soft(photo, numbers),
  fade: (photo, _, numbers) => fade(photo, numbers),
  stamp: (photo, _, numbers) => stamp(photo, numbers),
  title: (photo, _, numbers) => title(photo, numbers),
  proof: (photo, _, numbers) => proof(photo, numbers),
  age: (photo, [kinds = ''], [, seed = 0]) => age(photo, kinds, seed),
  // The other generator, for what only judges.
  scratchLightly: (photo, _, [seed = 0]) => degrade.scratchLightly(photo, seed),
  scratch: (photo, _, [seed = 0]) => degrade.scratch(photo, seed),
  worn: (photo, _, [seed = 0]) => degrade.worn(photo, { sigma: degrade.SOFT_SIGMA_PX, noise: 8 }, seed),
  dateStamp: (photo, _, [seed = 0]) => degrade.dateStamp(photo, seed),
  caption: (photo, _, [seed = 0]) => degrade.caption(photo, seed),
  watermark: (photo) => degrade.watermark(photo),
};

/** Returns the photo with what `made` names on it: the photo itself if that is nothing. */
export async function make(photo: Rgb, made: string): Promise<Rgb> {
  if (!made) return photo;
  const [name = '', ...rest] = made.split(':');
  const draw = WAYS[name];
  if (!draw) throw new Error(`labels.csv names an unknown way: ${made}`);
  return draw(photo, rest, rest.map(Number));
}

export async function readRgb(file: string, longest: number): Promise<Rgb> {
  return rgbOf(sharp(file).rotate().resize(longest, longest, { fit: 'inside', withoutEnlargement: true }));
}
