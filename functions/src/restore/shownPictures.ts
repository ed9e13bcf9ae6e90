import { SCREEN_AS_IS_BYTES, SCREEN_SIDE_PX, THUMBNAIL_SIDE_PX } from '@heirlight/contract/limits';
import { decodeRgb, fromRgb, type RawPicture } from '../platform/pictures';

interface ShownPictures {
  thumbnail: Buffer;
  /** What fills a window; null if the file itself is small enough. */
  screen: Buffer | null;
}

async function webp(picture: RawPicture, sidePx: number, quality: number): Promise<Buffer> {
  const within = { fit: 'inside', withoutEnlargement: true } as const;
  return (await fromRgb(picture)).resize(sidePx, sidePx, within).webp({ quality }).toBuffer();
}

/**
 * Makes the upright WebPs in which a picture is shown. Decodes it once, already reduced; `maxPixels` bounds what is
 * decoded.
 */
export async function shownPictures(bytes: Buffer, maxPixels: number): Promise<ShownPictures> {
  const picture = await decodeRgb(bytes, { within: SCREEN_SIDE_PX }, maxPixels);
  const isSmall = Math.max(picture.width, picture.height) < SCREEN_SIDE_PX && bytes.length <= SCREEN_AS_IS_BYTES;
  const [thumbnail, screen] = await Promise.all([
    webp(picture, THUMBNAIL_SIDE_PX, 80),
    isSmall ? null : webp(picture, SCREEN_SIDE_PX, 85),
  ]);
  return { thumbnail, screen };
}
