import { fromRgb, type RawPicture } from '../../../platform/pictures';

/** Long side of the picture in which broad colour is compared, in pixels. */
const COARSE_SIDE_PX = 48;

async function shrink(picture: RawPicture, width: number, height: number): Promise<Buffer> {
  const small = (await fromRgb(picture)).resize(width, height, { fit: 'fill', kernel: 'linear' });
  return small.raw().toBuffer();
}

/**
 * Gives an enlargement back the broad colour and brightness of its source; the detail the model added stays.
 * Changes `enlarged` in place and returns it.
 */
export async function lockColours(source: RawPicture, enlarged: RawPicture): Promise<RawPicture> {
  const factor = COARSE_SIDE_PX / Math.max(source.width, source.height);
  const width = Math.max(1, Math.round(source.width * factor));
  const height = Math.max(1, Math.round(source.height * factor));
  const wanted = await shrink(source, width, height);
  const got = await shrink(enlarged, width, height);
  // Offsets are stored around 128, so that they fit a picture that can be enlarged smoothly.
  const offsets = Buffer.from(wanted.map((value, index) => clamp(128 + value - (got[index] ?? 0))));
  const correction = (await fromRgb({ data: offsets, width, height }))
    .resize(enlarged.width, enlarged.height, { fit: 'fill', kernel: 'cubic' })
    .raw();
  const smooth = await correction.toBuffer();
  for (let index = 0; index < enlarged.data.length; index++) {
    enlarged.data[index] = clamp((enlarged.data[index] ?? 0) + (smooth[index] ?? 128) - 128);
  }
  return enlarged;
}

const clamp = (value: number) => Math.min(255, Math.max(0, value));
