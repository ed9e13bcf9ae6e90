import { mixedLine, placesOf, type Size } from './planes';
import type { Rows } from './rows';

/** Pixels of a picture that are held at a time: 4 MB. */
const BAND_PX = 1_000_000;

/** Which pixels make a new one, and by how much each counts. */
interface Taps {
  first: number;
  weights: Float32Array;
}

/** A triangle as wide as two old pixels, or as two new ones where those are larger: bilinear, without aliases. */
function tapsOf(at: number, from: number, to: number): Taps {
  const scale = from / to;
  const reach = Math.max(1, scale);
  const middle = (at + 0.5) * scale - 0.5;
  const first = Math.max(0, Math.ceil(middle - reach + 1e-6));
  const last = Math.min(from - 1, Math.floor(middle + reach - 1e-6));
  const weights = Float32Array.from({ length: last - first + 1 }, (_, tap) =>
    Math.max(0, 1 - Math.abs(first + tap - middle) / reach),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { first, weights: weights.map((weight) => weight / sum) };
}

/** Mixes rows of `band`, RGBA bytes from row `top` of the picture on, into `line`, as numbers 0..255. */
function mixRows(line: Float32Array, band: Uint8ClampedArray, top: number, { first, weights }: Taps): void {
  line.fill(0);
  for (let tap = 0; tap < weights.length; tap++) {
    const weight = weights[tap] ?? 0;
    const start = (first - top + tap) * line.length;
    for (let at = 0; at < line.length; at++) line[at] = (line[at] ?? 0) + weight * (band[start + at] ?? 0);
  }
}

function mixColumns(out: Uint8ClampedArray, start: number, line: Float32Array, columns: readonly Taps[]): void {
  for (let x = 0; x < columns.length; x++) {
    const { first, weights } = columns[x] as Taps;
    let [red, green, blue] = [0, 0, 0];
    for (let tap = 0; tap < weights.length; tap++) {
      const weight = weights[tap] ?? 0;
      const at = (first + tap) * 4;
      red += weight * (line[at] ?? 0);
      green += weight * (line[at + 1] ?? 0);
      blue += weight * (line[at + 2] ?? 0);
    }
    const to = start + x * 4;
    out[to] = red;
    out[to + 1] = green;
    out[to + 2] = blue;
    out[to + 3] = 255;
  }
}

/** The same picture in another size (pixels). Reads of it only the rows that are asked for. */
export function resized(picture: Rows, { width, height }: { width: number; height: number }): Rows {
  if (picture.width === width && picture.height === height) return picture;
  const columns = Array.from({ length: width }, (_, x) => tapsOf(x, picture.width, width));
  const line = new Float32Array(picture.width * 4);
  return {
    width,
    height,
    read(from, count) {
      const out = new Uint8ClampedArray(count * width * 4);
      const lines = Array.from({ length: count }, (_, row) => tapsOf(from + row, picture.height, height));
      const top = lines[0]?.first ?? 0;
      const last = lines.at(-1);
      const band = picture.read(top, last ? last.first + last.weights.length - top : 0);
      for (const [row, taps] of lines.entries()) {
        mixRows(line, band, top, taps);
        mixColumns(out, row * width * 4, line, columns);
      }
      return out;
    },
  };
}

interface Rect extends Size {
  x: number;
  y: number;
}

/**
 * Part of a picture in more pixels than it has, RGBA: those that `resized` would make of the whole.
 *
 * @param pixels of some of the picture, RGBA, `across` pixels wide
 * @param at where the whole picture lies, in pixels of these
 * @param part of the picture that is made, 0..1
 * @param size of what is made, pixels
 */
export function enlargedPart(
  pixels: Uint8ClampedArray,
  across: number,
  { at, part }: { at: Rect; part: Rect },
  { width, height }: Size,
): Uint8ClampedArray<ArrayBuffer> {
  const columns = placesOf(part.x, part.width, width, at.width);
  const rows = placesOf(part.y, part.height, height, at.height);
  const sheet = { height: pixels.length / across / 4, data: pixels };
  // One pixel more: what is right of the last column counts for nothing.
  const line = new Float32Array((across + 1) * 4);
  const out = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, to = 0; y < height; y++) {
    mixedLine(line, sheet, (rows.first[y] ?? 0) + at.y, rows.share[y] ?? 0);
    for (let x = 0; x < width; x++) {
      const left = ((columns.first[x] ?? 0) + at.x) * 4;
      const share = columns.share[x] ?? 0;
      for (let number = left; number < left + 4; number++)
        out[to++] = (line[number] ?? 0) * (1 - share) + (line[number + 4] ?? 0) * share;
    }
  }
  return out;
}

/** The picture in another size, RGBA. Reads it in bands. */
export function smallPixels(
  picture: Rows,
  { width, height }: { width: number; height: number },
): Uint8ClampedArray<ArrayBuffer> {
  const small = resized(picture, { width, height });
  const data = new Uint8ClampedArray(width * height * 4);
  const most = Math.max(1, Math.floor((BAND_PX / picture.width) * (height / picture.height)));
  for (let from = 0; from < height; from += most) {
    data.set(small.read(from, Math.min(most, height - from)), from * width * 4);
  }
  return data;
}
