import sharp, { type Sharp } from 'sharp';

/** 8 bits each of red, green and blue, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export const asSharp = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });

export async function toPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Writes the colour at a place between pixels into `to`, at the edge that of the edge. */
export function sample(
  { data, width, height }: Pixels,
  place: readonly [x: number, y: number],
  to: Uint8Array,
  at: number,
): void {
  const x = Math.min(width - 1, Math.max(0, place[0]));
  const y = Math.min(height - 1, Math.max(0, place[1]));
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [fx, fy] = [x - left, y - top];
  // At the edge the neighbour is the pixel itself.
  const across = left < width - 1 ? 3 : 0;
  const down = top < height - 1 ? 3 * width : 0;
  for (let channel = 0; channel < 3; channel++) {
    const from = (top * width + left) * 3 + channel;
    const upper = (data[from] ?? 0) * (1 - fx) + (data[from + across] ?? 0) * fx;
    const lower = (data[from + down] ?? 0) * (1 - fx) + (data[from + down + across] ?? 0) * fx;
    to[at + channel] = Math.round(upper * (1 - fy) + lower * fy);
  }
}

/** Returns a picture, of the same size unless told, whose pixel at (x, y) is what the other has at `from(x, y)`; null: white. */
export function moved(
  picture: Pixels,
  from: (x: number, y: number) => readonly [number, number] | null,
  { width, height }: { width: number; height: number } = picture,
): Pixels {
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = from(x, y);
      if (place) sample(picture, place, data, (y * width + x) * 3);
    }
  }
  return { data, width, height };
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
