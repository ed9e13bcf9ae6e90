// Why: docs/decisions/2026-11-23-what-is-kept-of-an-upload.md
import {
  MAX_IMAGE_PX,
  MAX_IMAGE_SIDE_PX,
  MAX_UPLOAD_BYTES,
  MIN_IMAGE_SIDE_PX,
  SCREEN_SIDE_PX,
} from '@heirlight/contract/limits';
import type { PictureSize } from '@heirlight/contract/photo';
import type { Metadata } from 'sharp';
import { AppError, messageOf } from '../platform/errors';
import { decodeRgb, fromRgb, openPicture, type RawPicture } from '../platform/pictures';
import { plainJpeg } from './plainJpeg';

async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    return await (await openPicture(bytes, { limitInputPixels: false })).metadata();
  } catch (error) {
    throw new AppError('invalid_image', `Unreadable header: ${messageOf(error)}`, { cause: error });
  }
}

/** Models show a picture as it is stored and know no other colours. A profile says its name, in UTF-16 or ASCII. */
function isUprightSrgb({ space, orientation = 1, icc }: Metadata): boolean {
  const isSrgb = !icc || icc.toString('latin1').replaceAll('\0', '').includes('sRGB');
  return isSrgb && space !== 'cmyk' && orientation === 1;
}

export interface InspectedUpload {
  /** As seen upright. */
  size: PictureSize;
  /** The picture as it should be stored; null when the file is just that. */
  cleaned: Buffer | null;
  /** The decoded picture, upright: at least as large as a window, or whole. */
  picture: RawPicture;
}

/**
 * Decides by content, never by name or media type, whether an upload is a whole JPEG of acceptable size. The header
 * is judged before a pixel is decoded, so a decompression bomb costs nothing. What is not the picture is cut out of the
 * file, which costs no quality; only a turned picture and one in other colours are encoded anew. Decodes once.
 *
 * @param needsWhole whether somebody needs all pixels of an upright picture of this size
 * @throws AppError `invalid_image` or `image_too_large`
 */
export async function inspectUpload(
  bytes: Buffer,
  needsWhole: (size: { width: number; height: number }) => boolean,
): Promise<InspectedUpload> {
  if (bytes.length > MAX_UPLOAD_BYTES) throw new AppError('image_too_large', `${bytes.length} bytes`);
  const plain = plainJpeg(bytes);
  if (!plain) throw new AppError('invalid_image', 'Not one whole JPEG file');
  const { orientation } = await readHeader(bytes);
  const header = { ...(await readHeader(plain)), orientation };
  const { format, width = 0, height = 0 } = header;
  if (format !== 'jpeg') throw new AppError('invalid_image', `The content is ${format}`);
  if (width * height > MAX_IMAGE_PX || Math.max(width, height) > MAX_IMAGE_SIDE_PX) {
    throw new AppError('image_too_large', `${width} x ${height} px`);
  }
  if (Math.min(width, height) < MIN_IMAGE_SIDE_PX) throw new AppError('invalid_image', `${width} x ${height} px`);

  try {
    if (!isUprightSrgb(header)) {
      const picture = await decodeRgb(bytes);
      const cleaned = await (await fromRgb(picture)).jpeg({ quality: 95 }).toBuffer();
      return { size: { width: picture.width, height: picture.height, bytes: cleaned.length }, cleaned, picture };
    }
    // A reduced decode reads the whole stream too, so missing data shows.
    const picture = await decodeRgb(plain, needsWhole({ width, height }) ? undefined : { within: SCREEN_SIDE_PX });
    return { size: { width, height, bytes: plain.length }, cleaned: plain.equals(bytes) ? null : plain, picture };
  } catch (error) {
    throw new AppError('invalid_image', `Undecodable: ${messageOf(error)}`, { cause: error });
  }
}
