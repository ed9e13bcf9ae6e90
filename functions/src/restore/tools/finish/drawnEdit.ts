/** Of a picture that was drawn anew only the edit is taken: every other pixel stays the photo's. */
import type { RawPicture } from '../../../platform/pictures';
import { compare, inverseOf, placesIn, through, toneOf } from './compare';
import { bicubic, bilinear, blur, boxMean, clampLevel, fromYcc, mapPlane, toYcc } from './planes';
import type { Registration } from './register';

/** Sigma of the slow drift of tone, share of the long side. */
const DRIFT_SHARE = 0.06;
/** How far around an edit the model's picture is taken, and over how much it fades, in pixels of the comparison. */
const [AROUND_PX, FADE_PX] = [4, 2];

/** The photo with what the model has drawn otherwise, in the photo's tone. */
export async function drawnEdit(
  photo: RawPicture,
  output: RawPicture,
  registration: Registration,
): Promise<RawPicture> {
  const compared = await compare(photo, output, registration);
  const tone = toneOf(compared, DRIFT_SHARE);
  const inverse = inverseOf(tone.curve);
  const near = mapPlane(boxMean(tone.drawn, AROUND_PX), (value) => (value > 1e-5 ? 1 : 0));
  const take = blur(near, FADE_PX);
  const { width, height } = photo;
  const places = placesIn(photo, registration, photo);
  const drawn = toYcc(output);
  const data = Buffer.from(photo.data);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [column, row] = [((x + 0.5) * take.width) / width, ((y + 0.5) * take.height) / height];
    const share = bilinear(take, column, row);
    if (share < 0.004) continue;
    const [u, v] = places(x, y);
    const level = through(inverse, bicubic(drawn.y, u, v) - bilinear(tone.drift, column, row));
    const colour = fromYcc(level, bilinear(drawn.cb, u, v), bilinear(drawn.cr, u, v));
    for (const [channel, value] of colour.entries()) {
      const before = data[i * 3 + channel] ?? 0;
      data[i * 3 + channel] = clampLevel(before + (value - before) * share);
    }
  }
  return { data, width, height };
}
