// Why: docs/decisions/2026-11-23-files-of-a-result.md
import { SCREEN_AS_IS_BYTES, SCREEN_SIDE_PX, THUMBNAIL_SIDE_PX } from '@heirlight/contract/limits';
import type { PictureSize } from '@heirlight/contract/photo';
import { fromRgb, type RawPicture, reduceRgb } from '../platform/pictures';

interface ShownPictures {
  thumbnail: Buffer;
  /** What fills a window; null if the file itself is small enough. */
  screen: Buffer | null;
}

const webp = async (picture: RawPicture, quality: number): Promise<Buffer> =>
  (await fromRgb(picture)).webp({ quality }).toBuffer();

/**
 * Makes the WebPs in which a picture is shown.
 *
 * @param picture the decoded picture, at least as large as a window or whole
 * @param file the size of the whole file
 */
export async function shownPictures(picture: RawPicture, file: PictureSize): Promise<ShownPictures> {
  const window = await reduceRgb(picture, SCREEN_SIDE_PX);
  const isSmall = Math.max(file.width, file.height) < SCREEN_SIDE_PX && file.bytes <= SCREEN_AS_IS_BYTES;
  const [thumbnail, screen] = await Promise.all([
    reduceRgb(window, THUMBNAIL_SIDE_PX).then((small) => webp(small, 80)),
    isSmall ? null : webp(window, 85),
  ]);
  return { thumbnail, screen };
}
