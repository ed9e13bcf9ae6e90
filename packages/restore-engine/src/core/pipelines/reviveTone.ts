/** Brings back what fading took: blacks, whites, and a neutral tint. */
import { evenLight } from '../image/evenLight';
import type { Picture } from '../image/picture';
import { easeTint, fadingGain, isDarkened, liftDarkening, liftFading } from '../image/tone';

/** How far the yellow of an old print is taken back: some of it is the print's own warmth. */
const TINT_SHARE = 0.6;
/** Of a light's peak its smooth field reads two thirds (`npm run bench:engine -- glare`). */
const LIGHT_SHARE = 1.5;

/** @param monochrome whether the whole picture has one tint, as grey and sepia prints do. */
export function reviveTone(picture: Picture, monochrome: boolean): Picture {
  const gain = fadingGain(picture);
  // Contrast makes glare stronger by its gain, so as much of it is taken off before.
  const lifted = gain > 1 ? liftFading(evenLight(picture, LIGHT_SHARE * (1 - 1 / gain))) : picture;
  if (!monochrome) return lifted;
  return easeTint(isDarkened(picture) ? liftDarkening(lifted) : lifted, TINT_SHARE);
}
