import * as UTIF from 'utif2';
import { NO_EDIT, type PictureEdit } from './edit';
import type { Pixels } from './pixels';
import { editedSize, straighten } from './straighten';
import { type PixelSize, sizeProblem } from './targetSize';

/** Tags of TIFF 6.0. */
const SUBFILE_TYPE = 't254';
const [WIDTH, HEIGHT, BITS, PHOTOMETRIC] = ['t256', 't257', 't258', 't262'] as const;
const [ORIENTATION, SAMPLES] = ['t274', 't277'] as const;
const IS_CMYK = 5;
const IS_REDUCED = 1;
/** Quarters clockwise that make a picture of this orientation upright. Mirrored ones are not made by scanners. */
const UPRIGHT: Readonly<Record<number, PictureEdit['quarters']>> = { 3: 2, 6: 1, 8: 3 };

function numberIn(page: UTIF.IFD, tag: string): number {
  const value: unknown = page[tag];
  return Array.isArray(value) || ArrayBuffer.isView(value)
    ? Number((value as ArrayLike<unknown>)[0])
    : Number(value ?? 0);
}

/** Inks as light. The library does it only on a page; this runs in a worker. 16 bits lie in the machine's order. */
function fromInks(page: UTIF.IFD, { width, height }: PixelSize): Uint8Array {
  const step = numberIn(page, BITS) / 8;
  const most = step === 2 ? 65_535 : 255;
  const { buffer, byteOffset, length } = page.data;
  const inks = step === 2 ? new Uint16Array(buffer.slice(byteOffset, byteOffset + length)) : page.data;
  const samples = numberIn(page, SAMPLES);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const left = 1 - (inks[pixel * samples + 3] ?? 0) / most;
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[pixel * 4 + channel] = 255 * left * (1 - (inks[pixel * samples + channel] ?? 0) / most);
    }
  }
  return rgba;
}

/**
 * Returns a TIFF's first page, upright: gray, colour, palette or CMYK, 1 to 16 bits.
 *
 * @throws Error if it is no TIFF, is broken, or has more pixels than can be decoded
 */
export function decodeTiff(bytes: ArrayBuffer): Pixels {
  const pages = UTIF.decode(bytes);
  const page = pages.find((one) => (numberIn(one, SUBFILE_TYPE) & IS_REDUCED) === 0) ?? pages[0];
  if (!page) throw new Error('The TIFF has no page');
  const size = { width: numberIn(page, WIDTH), height: numberIn(page, HEIGHT) };
  // Before anything is unpacked: a small file may claim any size.
  if (!(size.width > 0 && size.height > 0) || sizeProblem(size) === 'tooManyPixels')
    throw new Error('The TIFF is too large');
  UTIF.decodeImage(bytes, page);
  const rgba = numberIn(page, PHOTOMETRIC) === IS_CMYK ? fromInks(page, size) : UTIF.toRGBA8(page);
  if (rgba.length < size.width * size.height * 4) throw new Error('The TIFF is broken');
  const picture = { ...size, data: new Uint8ClampedArray(rgba) };
  const quarters = UPRIGHT[numberIn(page, ORIENTATION)];
  if (!quarters) return picture;
  const edit = { ...NO_EDIT, quarters };
  return straighten(
    picture,
    edit,
    editedSize(edit, size, (same) => same),
  );
}
