/** Prints with made stains. */
import { byteAt, copyPicture, createPicture, lumaAt, type Picture } from '../core/image/picture';
import { toGrey } from '../core/image/tone';
import { loadPhoto, overlay, randomOf } from './photos';

export const STAINED_SIZE = { width: 160, height: 120 };
const { width: WIDTH, height: HEIGHT } = STAINED_SIZE;

/** A print in warm greys with a soft drawing on it and a little grain, as a scanner gives it. */
export function stainedPrint(): Picture {
  const picture = createPicture(WIDTH, HEIGHT);
  const random = randomOf(1);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const tone = 150 + 60 * Math.sin(x / 17) * Math.cos(y / 23) + 4 * (random() - 0.5);
      const [red, green, blue] = [tone, 0.93 * tone, 0.78 * tone].map((value) => value + 2 * (random() - 0.5));
      picture.data.set([red, green, blue] as number[], (y * WIDTH + x) * 3);
    }
  }
  return picture;
}

/** What is left of each channel under a full stain. */
export const FOXING = [0.85, 0.7, 0.45];
const isUnder = (x: number, y: number) => Math.hypot(x - 60, y - 50) < 14 || Math.hypot(x - 120, y - 80) < 9;

export function stained(picture: Picture, stain: readonly number[], isStained = isUnder): Picture {
  const out = copyPicture(picture);
  for (let i = 0; i < out.data.length; i++) {
    const pixel = Math.floor(i / 3);
    if (isStained(pixel % WIDTH, Math.floor(pixel / WIDTH))) out.data[i] = byteAt(out.data, i) * (stain[i % 3] ?? 1);
  }
  return out;
}

/** Mean difference in luma, in grey levels, of the pixels a stain covers. */
export function lumaError(picture: Picture, truth: Picture): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (!isUnder(i % WIDTH, Math.floor(i / WIDTH))) continue;
    sum += Math.abs(lumaAt(picture.data, i * 3) - lumaAt(truth.data, i * 3));
    count++;
  }
  return sum / count;
}

/** A photograph turned into an old print of one tint, without and with two brown spots. */
export async function agedPrint(): Promise<{ print: Picture; spotted: Picture }> {
  const print = await overlay(
    toGrey(await loadPhoto('moraine_lake')),
    '<rect width="100%" height="100%" fill="#c8a060" fill-opacity="0.12"/>',
  );
  const { width, height } = print;
  const spots = [0.15, 0.8].map(
    (x) => `<ellipse cx="${x * width}" cy="${height * 0.1}" rx="9" ry="7" fill="#5a2f08"/>`,
  );
  return { print, spotted: await overlay(print, `<g opacity="0.4">${spots.join('')}</g>`) };
}
