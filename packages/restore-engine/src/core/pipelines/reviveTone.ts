/** Brings back what fading took: blacks, whites, and a neutral tint. */
import type { Picture } from '../image/picture';
import { easeTint, isDarkened, liftDarkening, liftFading } from '../image/tone';

/** How far the yellow of an old print is taken back: some of it is the print's own warmth. */
const TINT_SHARE = 0.6;

/** @param monochrome whether the whole picture has one tint, as grey and sepia prints do. */
export function reviveTone(picture: Picture, monochrome: boolean): Picture {
  const lifted = liftFading(picture);
  if (!monochrome) return lifted;
  return easeTint(isDarkened(picture) ? liftDarkening(lifted) : lifted, TINT_SHARE);
}
