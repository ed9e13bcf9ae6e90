/** Pictures for tests: reading, measuring, and damage whose truth is known. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { gaussianBlur } from '../core/image/blur';
import { rgbToLab } from '../core/image/lab';
import {
  byteAt,
  copyPicture,
  createPicture,
  cutRaster,
  type Picture,
  type Rect,
  rasterOf,
} from '../core/image/picture';
import { type Filter, resample } from '../core/image/resample';
import { decodePicture } from '../node/decode';
import { packageRoot } from './workerBundle';

/** What web pages send: the quality of the JPEG a visitor's browser makes, 1..100. */
export const UPLOAD_QUALITY_PERCENT = 80;

export const photoFile = (name: string): Buffer => readFileSync(path.join(packageRoot(), 'testdata', `${name}.jpg`));

export const loadPhoto = (name: string): Promise<Picture> => decodePicture(photoFile(name));

/** Where the detector finds Sally Ride's face in the small test picture, with the ellipse's margin. */
export const SALLY_FACE = { left: 45, top: 12, width: 130, height: 170 };

export const toPng = (picture: Picture): Promise<Buffer> =>
  sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .png()
    .toBuffer();

/** Returns the picture as the web page uploads it: as a JPEG, which halves its colour. */
export const asUploaded = async (picture: Picture): Promise<Picture> =>
  decodePicture(
    await sharp(await toPng(picture))
      .jpeg({ quality: UPLOAD_QUALITY_PERCENT })
      .toBuffer(),
  );

export const wholeOf = ({ width, height }: Picture): Rect => ({ left: 0, top: 0, width, height });

/** A part of the picture; the rectangle must lie inside. */
export function cut(picture: Picture, part: Rect): Picture {
  const out = createPicture(part.width, part.height);
  out.data.set(cutRaster(picture, part).data);
  return out;
}

/** The picture `factor` times as wide and high. */
export function resized(picture: Picture, factor: number, filter: Filter): Picture {
  const out = createPicture(Math.round(picture.width * factor), Math.round(picture.height * factor));
  out.data.set(resample(rasterOf(picture), out.width, out.height, filter).data);
  return out;
}

/** Softened by a Gaussian of `sigma` pixels. */
export function blurred(picture: Picture, sigma: number): Picture {
  const out = createPicture(picture.width, picture.height);
  out.data.set(gaussianBlur(rasterOf(picture), sigma).data);
  return out;
}

/** Peak signal-to-noise ratio in decibels; Infinity for equal pictures. */
export function psnr(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error('pictures of different size');
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += (byteAt(a.data, i) - byteAt(b.data, i)) ** 2;
  return 10 * Math.log10((255 * 255 * a.data.length) / sum);
}

/** Returns how far colours moved: the mean absolute difference between means of 16 x 16 blocks, in grey levels. */
export async function colourDrift(a: Picture, b: Picture): Promise<number> {
  const blocks = await Promise.all([a, b].map(blockMeans));
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = blocks;
  let sum = 0;
  for (let i = 0; i < first.length; i++) sum += Math.abs(byteAt(first, i) - byteAt(second, i));
  return sum / first.length;
}

async function blockMeans(picture: Picture): Promise<Buffer> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const };
  return await sharp(picture.data, { raw }).resize(16, 16, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
}

/** How many pixels outside the rectangles differ by more than `tolerance` grey levels in any channel. */
export function changedOutside(a: Picture, b: Picture, rects: readonly Rect[], tolerance = 0): number {
  let changed = 0;
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (rects.some((r) => x >= r.left && x < r.left + r.width && y >= r.top && y < r.top + r.height)) continue;
      const i = (y * a.width + x) * 3;
      if ([i, i + 1, i + 2].some((j) => Math.abs(byteAt(a.data, j) - byteAt(b.data, j)) > tolerance)) changed++;
    }
  }
  return changed;
}

/** Numbers 0..1 that a seed names (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** White scratches and specks drawn by librsvg: another hand than the training generator's. */
export async function scratched(picture: Picture, seed: number): Promise<Picture> {
  const random = randomOf(seed);
  const { width, height } = picture;
  const lines = Array.from({ length: 9 }, () => {
    const [x, y] = [random() * width, random() * height];
    const [dx, dy] = [(random() - 0.5) * width, (random() - 0.5) * height];
    const bend = (random() - 0.5) * 40;
    const curve = `M${x} ${y} q${dx / 2 + bend} ${dy / 2 - bend} ${dx} ${dy}`;
    return `<path d="${curve}" stroke="#f4f1ea" stroke-width="${1 + random() * 1.8}" fill="none"/>`;
  });
  return await overlay(picture, lines.join(''));
}

export interface Tear {
  /** Which corner is gone. */
  right: boolean;
  bottom: boolean;
  /** What it takes away of the two sides. */
  share: number;
  /** What the scanner saw there instead. */
  tone: string;
  seed: number;
}

/** A corner broken off along a ragged line. */
export async function torn(picture: Picture, { right, bottom, share, tone, seed }: Tear): Promise<Picture> {
  const random = randomOf(seed);
  const { width, height } = picture;
  const steps = 24;
  const edge = Array.from({ length: steps + 1 }, (_, i) => {
    const along = i / steps;
    const ragged = share * (1 + (random() - 0.5) * 0.12);
    return [width * ragged * along, height * ragged * (1 - along)] as const;
  });
  const points = [[0, 0] as const, ...edge].map(([x, y]) => `${right ? width - x : x},${bottom ? height - y : y}`);
  return await overlay(picture, `<polygon points="${points.join(' ')}" fill="${tone}"/>`);
}

/** Draws SVG content over a picture. */
export async function overlay(picture: Picture, content: string): Promise<Picture> {
  const { width, height } = picture;
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  );
  const raw = { width, height, channels: 3 as const };
  const data = await sharp(picture.data, { raw })
    .composite([{ input: svg }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { ...copyPicture(picture), data: new Uint8ClampedArray(data) };
}

/** Gaussian noise of a standard deviation in grey levels, the same in all channels as film grain is. */
export function noisy(picture: Picture, deviation: number, seed: number): Picture {
  const random = randomOf(seed);
  const out = copyPicture(picture);
  for (let i = 0; i < out.data.length; i += 3) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    for (let c = 0; c < 3; c++) out.data[i + c] = byteAt(picture.data, i + c) + normal * deviation;
  }
  return out;
}

/** Mean a* and b* of a part. */
export function meanLab(picture: Picture, rect: Rect): { a: number; b: number } {
  const sum = { a: 0, b: 0 };
  const { data } = cutRaster(picture, rect);
  for (let i = 0; i < data.length; i += 3) {
    const [, a, b] = rgbToLab(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0);
    sum.a += a;
    sum.b += b;
  }
  const count = data.length / 3;
  return { a: sum.a / count, b: sum.b / count };
}
