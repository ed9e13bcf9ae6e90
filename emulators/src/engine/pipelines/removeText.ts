/** Takes date stamps, captions and watermarks off and leaves every other pixel as it was. */
import { type JobContext, stage } from '../context';
import type { Picture } from '../image/picture';
import { fillHoles } from '../inpaint/fill';
import { textChance } from '../networks/textDetector';
import { findLetters } from './findLetters';

/** The picture without its text; bytes outside the letters are untouched. */
export async function removeText(
  context: JobContext,
  picture: Picture,
  [from, to]: readonly [number, number],
): Promise<Picture> {
  const middle = from + (to - from) * 0.7;
  stage(context, 'Looking for text', [from, middle]);
  const letters = findLetters(picture, await textChance(context.models, picture));
  stage(context, 'Removing text', [middle, to]);
  return await fillHoles(context, letters.picture, letters.mask);
}
