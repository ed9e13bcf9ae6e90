/** The strongest simple remedies, to be beaten. */
import sharp from 'sharp';
import type { Picture } from '../../src/core/image/picture';
import { decodePicture } from '../../src/node/decode';
import { resized, toPng } from '../../src/testing/photos';

export const median = async (picture: Picture, size: number): Promise<Picture> =>
  await decodePicture(
    await sharp(await toPng(picture))
      .median(size)
      .png()
      .toBuffer(),
  );

/** Its red channel as greys: in red light stains show least. */
export const redOf = (picture: Picture): Picture => ({
  ...picture,
  data: picture.data.map((_, i) => picture.data[i - (i % 3)] ?? 0),
});

export const bicubic = (picture: Picture, scale: number): Picture => resized(picture, scale, 'cubic');
