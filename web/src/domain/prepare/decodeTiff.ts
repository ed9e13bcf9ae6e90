import {
  ColorProfile,
  ColorSpace,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickReadSettings,
} from '@imagemagick/magick-wasm';
import wasm from '@imagemagick/magick-wasm/magick.wasm?url';
import { decoderWasm } from './decoderCode';
import { srgbProfile } from './iccProfile';
import { labToRgb } from './lab';
import type { Pixels } from './pixels';
import { sizeProblem } from './targetSize';
import { readTiff } from './tiffPages';

/**
 * Returns a TIFF's first page that is no thumbnail: upright, in sRGB, 8 bits a colour.
 *
 * @throws Error if it is broken, stored in a way that is not read here, or has more pixels than can be decoded;
 *   DecoderLost
 */
export async function decodeTiff(bytes: ArrayBuffer): Promise<Pixels> {
  return decodeWith(await decoderWasm(wasm), bytes);
}

/** Brings the picture to sRGB by its own profile, if it has one that fits its colours. */
function toSrgb(image: IMagickImage): void {
  const profile = image.getColorProfile();
  if (profile && profile.colorSpace === image.colorSpace) image.transformColorSpace(new ColorProfile(srgbProfile()));
  if (image.colorSpace !== ColorSpace.sRGB) image.colorSpace = ColorSpace.sRGB;
}

/** As `decodeTiff`, with the decoder's own WebAssembly code. */
export async function decodeWith(wasmBinary: ArrayBuffer, bytes: ArrayBuffer): Promise<Pixels> {
  const page = await readTiff(new Blob([bytes]));
  if (typeof page === 'string') throw new Error(`The TIFF is ${page}`);
  // Before anything is unpacked: a small file may claim any size.
  if (!(page.width > 0 && page.height > 0) || sizeProblem(page) === 'tooManyPixels')
    throw new Error('The TIFF is too large');
  await initializeImageMagick(new Uint8Array(wasmBinary));
  const settings = new MagickReadSettings({ format: MagickFormat.Tiff, frameIndex: page.index, frameCount: 1 });
  return ImageMagick.read(new Uint8Array(bytes), settings, (image) => {
    image.autoOrient();
    if (page.isLab) return labToRgb(image);
    toSrgb(image);
    image.depth = 8;
    const { width, height } = image;
    return image.write(MagickFormat.Rgba, (data) => ({ width, height, data: new Uint8ClampedArray(data) }));
  });
}
