/** Finished photographs to files. */
import sharp from 'sharp';
import type { Picture } from '../core/image/picture';
import type { OutputFormat } from './api';

const JPEG_QUALITY_PERCENT = 92;
const WEBP_QUALITY_PERCENT = 90;

/** 8-bit sRGB with no metadata: nothing of the original's (place, camera, thumbnail) may travel on. */
export async function encodePicture(picture: Picture, format: OutputFormat): Promise<Buffer> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const };
  const image = sharp(picture.data, { raw });
  if (format === 'png') return await image.png({ compressionLevel: 6 }).toBuffer();
  if (format === 'webp') return await image.webp({ quality: WEBP_QUALITY_PERCENT }).toBuffer();
  return await image.jpeg({ quality: JPEG_QUALITY_PERCENT, chromaSubsampling: '4:4:4' }).toBuffer();
}
