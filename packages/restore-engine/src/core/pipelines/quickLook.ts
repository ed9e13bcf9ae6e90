/** A first look at what a restore does, with the two smallest of its networks: for a browser, on a small picture. */
import type { JobContext } from '../context';
import type { Picture, Rect } from '../image/picture';
import { isMonochrome } from '../image/tone';
import type { ModelName } from '../networks/models';
import { colourise } from './colourise';
import { repairDamage } from './repair';
import { keepFacesAndGrain, reviveTone } from './reviveTone';
import { unstained } from './unstain';

/** The networks that a quick look asks for. */
export const QUICK_LOOK_MODELS = ['damage', 'colour'] as const satisfies readonly ModelName[];
/** The longest side of a picture for a quick look, in pixels: larger ones cost time that nobody has who only looks. */
export const QUICK_LOOK_SIDE_PX = 512;

/**
 * Returns the picture as it is after the steps that need no other network: stains, damage, fading and, for a
 * monochrome one, colour. No grain is removed.
 * @param faces boxes of the picture's larger faces
 * @throws EngineError
 */
export async function quickLook(context: JobContext, picture: Picture, faces: readonly Rect[]): Promise<Picture> {
  const monochrome = isMonochrome(picture);
  const calm = monochrome ? unstained(picture, context.checkpoint) : picture;
  const repaired = await repairDamage(context, calm, [2, 75], { isQuick: true });
  // Of a picture without a large face the middle gets no darker: somebody may be there all the same.
  const middle = { left: 0, top: 0, width: picture.width, height: picture.height };
  const toned = keepFacesAndGrain(reviveTone(repaired, monochrome), repaired, faces.length > 0 ? faces : [middle]);
  return monochrome ? await colourise(context, toned, { range: [75, 97], faces }) : toned;
}
