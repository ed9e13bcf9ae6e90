import { SCREEN_SIDE_PX } from '@heirlight/contract/limits';
import { resultFiles } from '@heirlight/contract/paths';
import type { PhotoDocument } from '@heirlight/contract/photo';
import { pictureTiles } from '@heirlight/functions/pictureTiles';
import sharp from 'sharp';
import { db } from './admin';
import { plantPhoto, store } from './plantedPhotos';

interface EnlargedPhoto extends Partial<Pick<PhotoDocument<Date>, 'name' | 'faces' | 'date_text'>> {
  uid: string;
  /** Path of a picture. */
  file: string;
  /** The result has about so many pixels. */
  pixels: number;
}

/** Writes a photo with a large result, as a finished restore leaves it. Returns its id and the bytes of the result. */
export async function plantEnlarged({ uid, file, pixels, ...fields }: EnlargedPhoto) {
  const id = await plantPhoto({ uid, file, tool: 'photoscaler', shown: true });
  const photo = { userId: uid, photoId: id };
  const original = await sharp(file).metadata();
  const factor = Math.sqrt(pixels / (original.width * original.height));
  const [width, height] = [Math.round(original.width * factor), Math.round(original.height * factor)];
  const enlarged = sharp(file).resize(width, height, { fit: 'fill' }).modulate({ brightness: 1.15, saturation: 1.2 });
  const data = await enlarged.removeAlpha().toColourspace('srgb').raw().toBuffer();
  const whole = sharp(data, { raw: { width, height, channels: 3 } });
  const restored = await whole.clone().jpeg({ quality: 92 }).toBuffer();
  const screen = await whole.clone().resize(SCREEN_SIDE_PX, SCREEN_SIDE_PX, { fit: 'inside' }).webp().toBuffer();
  const tiles = await pictureTiles({ data, width, height });
  if (!tiles) throw new Error(`${pixels} pixels are too few for tiles`);
  const restoredPath = resultFiles.restored({ ...photo, extension: 'jpg' });
  const stored = async (path: string, bytes: Buffer, type: string) => ({ path, url: await store(path, bytes, type) });
  await db.doc(`photos/${id}`).update({
    ...fields,
    restored_path: restoredPath,
    restored_url: await store(restoredPath, restored, 'image/jpeg'),
    restored_size: { width, height, bytes: restored.length },
    'files.restored.screen': await stored(resultFiles.restoredScreen(photo), screen, 'image/webp'),
    'files.restored.tiles': await stored(resultFiles.restoredTiles(photo), tiles, 'application/octet-stream'),
  });
  return { id, bytes: restored.length };
}
