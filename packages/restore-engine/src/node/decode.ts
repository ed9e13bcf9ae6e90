/** Any photograph a customer may upload, to upright 8-bit sRGB. */

import sharp, { type Metadata } from 'sharp';
import { EngineError } from '../core/errors';
import { byteAt, createPicture, type Picture } from '../core/image/picture';
import { MAX_IMAGE_PX, MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from '../core/limits';

const MEGA = 1_000_000;

/**
 * Decodes with orientation applied, colour profile and CMYK turned into sRGB, 16 bits into 8, alpha laid on white.
 * Sizes are checked from the header, before any pixel is decoded.
 * @throws EngineError unreadable_image, image_too_large, image_too_small
 */
export async function decodePicture(input: Buffer): Promise<Picture> {
  const header = await readHeader(input);
  checkSize(header);
  try {
    const opened = sharp(input, { failOn: 'truncated', limitInputPixels: MAX_IMAGE_PX });
    const { data, info } = await (isDeepWithProfile(header) ? opened.withIccProfile('srgb') : opened)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return toThreeChannels(data, info);
  } catch (cause) {
    throw new EngineError('unreadable_image', 'This photo is damaged as a file and could not be opened.', { cause });
  }
}

/**
 * sharp processes 16-bit channels with a profile in the gamut of P3 (`processingProfile` in its src/pipeline.cc) and
 * leaves them there unless it is told a profile to end in. Without a profile they are sRGB, and telling it would
 * misread them.
 */
const isDeepWithProfile = ({ depth, icc }: Metadata) => depth === 'ushort' && icc !== undefined;

async function readHeader(input: Buffer): Promise<Metadata> {
  try {
    return await sharp(input, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new EngineError('unreadable_image', 'This file is not a photo we can open.', { cause });
  }
}

function checkSize({ width, height }: Metadata): void {
  if (width * height > MAX_IMAGE_PX || Math.max(width, height) > MAX_IMAGE_SIDE_PX) {
    const size = `${width} × ${height} pixels (${((width * height) / MEGA).toFixed(0)} megapixels)`;
    const most = `${MAX_IMAGE_PX / MEGA} megapixels and ${MAX_IMAGE_SIDE_PX} pixels a side`;
    throw new EngineError('image_too_large', `This photo has ${size}; the most we can restore is ${most}.`);
  }
  if (Math.min(width, height) < MIN_IMAGE_SIDE_PX) {
    const least = `${MIN_IMAGE_SIDE_PX} pixels`;
    throw new EngineError(
      'image_too_small',
      `This photo is only ${width} × ${height} pixels; each side needs ${least}.`,
    );
  }
}

function toThreeChannels(data: Buffer, info: { width: number; height: number; channels: number }): Picture {
  const picture = createPicture(info.width, info.height);
  if (info.channels === 3) {
    picture.data.set(data);
    return picture;
  }
  for (let i = 0; i < info.width * info.height; i++) {
    picture.data.fill(byteAt(data, i * info.channels), i * 3, i * 3 + 3);
  }
  return picture;
}
