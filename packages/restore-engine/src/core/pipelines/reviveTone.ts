/** Brings back what fading took: blacks, whites, and a neutral tint. */
import { evenLight } from '../image/evenLight';
import { withGrainOf } from '../image/grain';
import type { Picture, Rect } from '../image/picture';
import { easeTint, fadingGain, isDarkened, keepFacesLight, liftDarkening, liftFading } from '../image/tone';

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

/**
 * Takes back what a print loses by `reviveTone`: no face is darker, and no grain stronger, than before.
 * @param faces in pixels of both pictures, which have one size
 */
export function keepFacesAndGrain(revived: Picture, before: Picture, faces: readonly Rect[]): Picture {
  const toned = keepFacesLight(revived, before, faces);
  const isLifted = fadingGain(before) > 1 || isDarkened(before);
  return isLifted ? withGrainOf(before, toned) : toned;
}
