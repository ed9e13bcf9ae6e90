import { MAX_IMAGE_PX } from '@heirlight/contract/limits';
import type { Sharp, SharpOptions } from 'sharp';

/** Loaded on first use: reading a balance should not wait for an image library. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Pictures come one at a time and never twice; a cache would only hold memory.
  sharp.cache(false);
  return sharp;
}

/** Opens an encoded picture; decoding refuses truncated data and anything above `maxPixels`. */
export async function openPicture(bytes: Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_IMAGE_PX, ...options });
}

/** Interleaved 8-bit sRGB. */
export interface RawPicture {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * sharp converts 16-bit pictures with a profile to Display P3 and calls that sRGB. Asked for the sRGB profile it
 * converts them correctly. Pictures without a profile would be spoilt by the same request.
 */
async function inSrgb(picture: Sharp): Promise<Sharp> {
  const { depth, icc } = await picture.metadata();
  const srgb = picture.toColourspace('srgb');
  return depth === 'ushort' && icc ? srgb.withIccProfile('srgb') : srgb;
}

/** Exactly this wide and high, or reduced until both sides are at most `within`. In pixels. */
type WantedSize = { width: number; height: number } | { within: number };

function resized(picture: Sharp, size: WantedSize): Sharp {
  if ('within' in size) return picture.resize(size.within, size.within, { fit: 'inside', withoutEnlargement: true });
  return picture.resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' });
}

/** Decodes to upright 8-bit sRGB, optionally resized. */
export async function decodeRgb(bytes: Buffer, size?: WantedSize, maxPixels = MAX_IMAGE_PX): Promise<RawPicture> {
  const opened = await openPicture(bytes, { limitInputPixels: maxPixels });
  let picture = (await inSrgb(opened)).rotate().flatten({ background: '#ffffff' });
  if (size) picture = resized(picture, size);
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`Expected 3 channels, got ${info.channels}`);
  return { data, width: info.width, height: info.height };
}

/** Reduced until both sides are at most `within` pixels; the same picture if they are. */
export async function reduceRgb(picture: RawPicture, within: number): Promise<RawPicture> {
  if (Math.max(picture.width, picture.height) <= within) return picture;
  const { data, info } = await resized(await fromRgb(picture), { within })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Wraps raw pixels for encoding or resizing. */
export async function fromRgb({ data, width, height }: RawPicture): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
}
