/** The print that ages: paint, scraped-off emulsion, relief. */
import { at, createPicture, numberAt, type Picture, type Raster, rasterOf } from '../../src/core/image/picture';

export type Tone = readonly [number, number, number];

export interface Point {
  x: number;
  y: number;
}

export interface Print {
  width: number;
  height: number;
  /** Pixels per thousandth of the long side: damage is given in thousandths, so that it grows with the scan. */
  unit: number;
  /** The paper under the emulsion, a little lighter than the print's whites, and the print's darkest tone. */
  paper: Tone;
  black: Tone;
  pixels: Raster;
}

export function printOf(photo: Picture): Print {
  const { width, height } = photo;
  const [whites, black] = [quantiles(photo, 0.98), quantiles(photo, 0.02)];
  const paper = whites.map((white) => Math.min(250, white * 0.5 + 122)) as unknown as Tone;
  return { width, height, unit: Math.max(width, height) / 1000, paper, black, pixels: rasterOf(photo) };
}

export function pictureOf({ width, height, pixels }: Print): Picture {
  const out = createPicture(width, height);
  out.data.set(pixels.data);
  return out;
}

function quantiles({ data }: Picture, share: number): Tone {
  return [0, 1, 2].map((channel) => {
    const counts = new Uint32Array(256);
    for (let i = channel; i < data.length; i += 3) {
      const level = numberAt(data, i);
      counts[level] = numberAt(counts, level) + 1;
    }
    let [left, level] = [(data.length / 3) * share, 0];
    for (; level < 255 && left > numberAt(counts, level); level++) left -= numberAt(counts, level);
    return level;
  }) as unknown as Tone;
}

/** Covers a pixel with a tone; `cover` 0..1. */
export function paint({ width, height, pixels }: Print, x: number, y: number, cover: number, tone: Tone): void {
  if (x < 0 || y < 0 || x >= width || y >= height || cover <= 0) return;
  const share = Math.min(1, cover);
  const i = (y * width + x) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const old = at(pixels.data, i + channel);
    pixels.data[i + channel] = clamp(old + (numberAt(tone, channel) - old) * share);
  }
}

/** Makes a pixel lighter or darker by so many grey levels. */
export function light({ width, height, pixels }: Print, x: number, y: number, levels: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const i = (y * width + x) * 3;
  for (let channel = i; channel < i + 3; channel++) pixels.data[channel] = clamp(at(pixels.data, channel) + levels);
}

/** Lets a pixel through coloured glass: each channel times its factor, `share` of the way. */
export function stain(
  { width, height, pixels }: Print,
  x: number,
  y: number,
  { share, tint }: { share: number; tint: Tone },
): void {
  if (x < 0 || y < 0 || x >= width || y >= height || share <= 0) return;
  const i = (y * width + x) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 + (numberAt(tint, channel) - 1) * Math.min(1, share);
    pixels.data[i + channel] = clamp(at(pixels.data, i + channel) * factor);
  }
}

export const shade = (tone: Tone, levels: number): Tone =>
  tone.map((value) => clamp(value + levels)) as unknown as Tone;

/** Somewhere from one tone to another, 0..1. */
export const blend = (a: Tone, b: Tone, share: number): Tone =>
  a.map((value, channel) => value + (numberAt(b, channel) - value) * share) as unknown as Tone;

const clamp = (value: number): number => Math.max(0, Math.min(255, value));

/** One place beside a line. */
export interface Beside {
  x: number;
  y: number;
  /** Pixels from the line, negative on its left (as it runs). */
  off: number;
  /** Pixels along the line. */
  along: number;
}

/** Visits each pixel nearer to the line than `reach` pixels once, at its nearest place on the line. */
export function alongLine(
  { width, height }: Pick<Print, 'width' | 'height'>,
  line: readonly Point[],
  reach: number,
  visit: (place: Beside) => void,
): void {
  const nearest = new Map<number, Beside>();
  let walked = 0;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1], line[i]];
    if (!from || !to) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) continue;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [left, right] = [Math.min(from.x, to.x) - reach, Math.max(from.x, to.x) + reach];
    const [top, bottom] = [Math.min(from.y, to.y) - reach, Math.max(from.y, to.y) + reach];
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, Math.ceil(bottom)); y++) {
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, Math.ceil(right)); x++) {
        const [rx, ry] = [x - from.x, y - from.y];
        const step = Math.max(0, Math.min(length, rx * dx + ry * dy));
        const distance = Math.hypot(rx - step * dx, ry - step * dy);
        if (distance > reach) continue;
        const off = rx * dy - ry * dx > 0 ? -distance : distance;
        const known = nearest.get(y * width + x);
        if (!known || Math.abs(known.off) > distance) nearest.set(y * width + x, { x, y, off, along: walked + step });
      }
    }
    walked += length;
  }
  for (const place of nearest.values()) visit(place);
}

export function lengthOf(line: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    if (a && b) length += Math.hypot(b.x - a.x, b.y - a.y);
  }
  return length;
}
