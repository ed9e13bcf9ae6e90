import { THUMBNAIL_SIDE_PX } from '@heirlight/contract/limits';
import { openPicture } from '../platform/pictures';

/** An upright WebP whose long side is at most THUMBNAIL_SIDE_PX. `maxPixels` bounds what is decoded. */
export async function thumbnail(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  const picture = await openPicture(bytes, { limitInputPixels: maxPixels });
  return picture
    .rotate()
    .resize(THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}
