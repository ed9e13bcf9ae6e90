/**
 * Damage with a known truth. Drawn by librsvg from shapes of its own, so that the damage network meets another hand
 * than the one it was trained by.
 */

import sharp from 'sharp';
import { copyPicture, type Picture } from '../../src/core/image/picture';
import { toGrey } from '../../src/core/image/tone';
import { decodePicture } from '../../src/node/decode';
import { letters } from '../../src/testing/letters';
import { blurred, cut, noisy, overlay, psnr, randomOf, resized, toPng, torn } from '../../src/testing/photos';

type Random = () => number;

/** Jagged path of `count` steps. */
function jagged(random: Random, width: number, height: number, reach: number, count: number): string {
  let [x, y] = [random() * width, random() * height];
  let angle = random() * 2 * Math.PI;
  let path = `M${x.toFixed(1)} ${y.toFixed(1)}`;
  for (let i = 0; i < count; i++) {
    angle += (random() - 0.5) * 1.1;
    x += Math.cos(angle) * reach * (0.5 + random());
    y += Math.sin(angle) * reach * (0.5 + random());
    path += ` L${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return path;
}

function speck(random: Random, width: number, height: number, paper: string): string {
  const [x, y, r] = [random() * width, random() * height, 0.8 + random() ** 3 * 5];
  return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * (0.5 + random() * 0.5)}" transform="rotate(${random() * 180} ${x} ${y})" fill="${paper}"/>`;
}

/** One layer of cracks, scratches, a fold and specks. */
export function damageLayer(random: Random, { width, height }: Picture): string {
  const paper = ['#f3efe6', '#fbfbf8', '#dcd5c6', '#141210'][Math.floor(random() * 3.3)] ?? '#f3efe6';
  const parts = Array.from(
    { length: 2 },
    () =>
      `<path d="${jagged(random, width, height, 9, 26)}" stroke="${paper}" stroke-width="${0.8 + random() * 2.2}" fill="none" stroke-linejoin="round"/>`,
  );
  for (let i = 0; i < 3; i++) {
    const [x, y] = [random() * width, random() * height];
    const [dx, dy] = [(random() - 0.5) * 0.2 * width, (random() - 0.2) * height];
    parts.push(
      `<path d="M${x} ${y} l${dx} ${dy}" stroke="${paper}" stroke-width="${0.5 + random()}" stroke-opacity="${0.6 + random() * 0.4}"/>`,
    );
  }
  parts.push(...Array.from({ length: 10 }, () => speck(random, width, height, paper)));
  return parts.join('');
}

/** Scratches, cracks and specks, layer upon layer until doing nothing scores 20 dB or just under. */
export async function scratch(truth: Picture, seed: number): Promise<Picture> {
  const random = randomOf(seed);
  let picture = truth;
  for (let layer = 0; layer < 40 && psnr(picture, truth) > 20.4; layer++) {
    picture = await overlay(picture, damageLayer(random, truth));
  }
  return picture;
}

/** A grey print with a crack or two, some scratches and specks: what most old prints have. */
export const scratchLightly = (truth: Picture, seed: number): Promise<Picture> =>
  overlay(toGrey(truth), damageLayer(randomOf(seed), truth));

const LIDS = ['#fdfdfc', '#f2eee4', '#e0d8c6', '#16130f'] as const;

/** A grey print without one of its corners: a fifth to nearly half of two sides is gone. */
export async function tornCorner(truth: Picture, seed: number): Promise<Picture> {
  const random = randomOf(seed);
  return await torn(toGrey(truth), {
    right: random() < 0.5,
    bottom: random() < 0.5,
    share: 0.2 + random() * 0.25,
    tone: LIDS[Math.floor(random() * LIDS.length)] ?? LIDS[0],
    seed,
  });
}

/** Of how much less light each stain lets through, in red, green and blue: yellow glue, foxing, tea. */
const STAINS = [
  [0.02, 0.12, 0.5],
  [0.15, 0.35, 0.8],
  [0.25, 0.4, 0.7],
] as const;

/** The print with foxing and a spill that left a tide line, as JPEG. */
export async function stained(print: Picture, seed: number): Promise<Picture> {
  const random = randomOf(seed);
  const { width, height } = print;
  const unit = Math.max(width, height) / 100;
  const spots = Array.from({ length: 14 + Math.floor(random() * 14) }, () => {
    const [x, y, r] = [random() * width, random() * height, unit * (0.3 + random() ** 3 * 2.5)];
    return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * (0.6 + random() * 0.4)}" fill="#fff" fill-opacity="${0.4 + random() * 0.6}"/>`;
  });
  const spill = jagged(random, width, height, unit * 4, 12);
  const tide = `<path d="${spill}Z" fill="#fff" fill-opacity="0.25" stroke="#fff" stroke-opacity="0.5" stroke-width="${unit * 0.6}"/>`;
  const black = { width, height, data: new Uint8ClampedArray(width * height * 3) };
  const layer = blurred(await overlay(black, tide + spots.join('')), unit * 0.25).data;
  const stain = STAINS[Math.floor(random() * STAINS.length)] ?? STAINS[0];
  const strength = 0.6 + random() * 0.6;
  const out = copyPicture(print);
  out.data.forEach((value, i) => {
    const density = ((layer[i - (i % 3)] ?? 0) / 255) * strength * (stain[i % 3] ?? 0);
    out.data[i] = value * Math.exp(-density);
  });
  return await jpeg(out, 85);
}

/** In the warm greys of an albumen print, its luma as it was. */
export function toned(truth: Picture): Picture {
  const out = toGrey(truth);
  for (let i = 0; i < out.data.length; i += 3) {
    const grey = out.data[i] ?? 0;
    const warmth = (grey / 255) * (1 - grey / 255) * 4;
    const [cb, cr] = [-14 * warmth, 8 * warmth];
    out.data[i] = grey + 1.402 * cr;
    out.data[i + 1] = grey - 0.344 * cb - 0.714 * cr;
    out.data[i + 2] = grey + 1.772 * cb;
  }
  return out;
}

export async function jpeg(picture: Picture, quality: number): Promise<Picture> {
  return await decodePicture(
    await sharp(await toPng(picture))
      .jpeg({ quality })
      .toBuffer(),
  );
}

/** Sides are cut to this, so that shrinking and enlarging two or four times come back to the same size. */
const SIDE_MULTIPLE_PX = 4;

/** The picture, no longer than `longSide` pixels, its sides multiples of four. */
export function fitting(picture: Picture, longSide: number): Picture {
  const factor = Math.min(1, longSide / Math.max(picture.width, picture.height));
  const fit = factor < 1 ? resized(picture, factor, 'area') : picture;
  const [width, height] = [fit.width, fit.height].map((side) => side - (side % SIDE_MULTIPLE_PX)) as [number, number];
  return cut(fit, { left: 0, top: 0, width, height });
}

/** Softness of small scans and of old lenses. */
export const SOFT_SIGMA_PX = 1.4;

/** What a small old scan is: softened, shrunk, noisy, JPEG at quality 60. */
export async function lowResolution(truth: Picture, scale: number, seed: number): Promise<Picture> {
  return await jpeg(noisy(blurred(resized(truth, 1 / scale, 'area'), SOFT_SIGMA_PX), 4, seed), 60);
}

/** Film grain and a JPEG. */
export const grain = (truth: Picture, seed: number): Promise<Picture> => jpeg(noisy(truth, 18, seed), 70);

/** Faded blacks and whites. */
export function faded(picture: Picture): Picture {
  return { ...picture, data: picture.data.map((value) => 62 + value * 0.6) };
}

/** What years and a cheap scan do to a print: soft, faded, grainy (`noise` in grey levels), JPEG. */
export const worn = (
  print: Picture,
  { sigma, noise }: { sigma: number; noise: number },
  seed: number,
): Promise<Picture> => jpeg(noisy(faded(blurred(print, sigma)), noise, seed), 75);

/** All at once: what a neglected print looks like. */
export const neglected = async (truth: Picture, seed: number): Promise<Picture> =>
  await worn(await scratch(truth, seed), { sigma: SOFT_SIGMA_PX, noise: 8 }, seed);

export function dateStamp(truth: Picture, seed: number): Promise<Picture> {
  const random = randomOf(seed);
  const size = truth.width * (0.045 + random() * 0.02);
  const text = `'${80 + Math.floor(random() * 20)} ${1 + Math.floor(random() * 12)} ${1 + Math.floor(random() * 28)}`;
  const paint = 'fill="#ff8a1e" stroke="#ff5a00" stroke-opacity="0.45" stroke-width="1.5"';
  const place = { x: truth.width * 0.62, y: truth.height * 0.93 };
  return overlay(truth, letters(text, { ...place, size, face: 'mono', paint }));
}

export function caption(truth: Picture, seed: number): Promise<Picture> {
  const lines = ['Summer at the lake', 'Grandmother, 1943', 'Our house in spring', 'Anna and Karl'];
  const text = lines[seed % lines.length] ?? '';
  const size = truth.width * 0.07;
  const paint = seed % 2 ? 'fill="#ffffff" stroke="#000000" stroke-width="1.2"' : 'fill="#fffbe8"';
  const place = { x: truth.width / 2, y: truth.height * 0.9 };
  return overlay(truth, letters(text, { ...place, size, face: 'serif', anchor: 'middle', paint }));
}

export function watermark(truth: Picture): Promise<Picture> {
  const size = truth.width * 0.13;
  const [x, y] = [truth.width / 2, truth.height / 2];
  const paint = 'fill="#ffffff" fill-opacity="0.4"';
  const words = [0.3, 0.62, 0.94].map((share) =>
    letters('SAMPLE', { x, y: truth.height * share, size, anchor: 'middle', paint }),
  );
  return overlay(truth, `<g transform="rotate(-30 ${x} ${y})">${words.join('')}</g>`);
}
