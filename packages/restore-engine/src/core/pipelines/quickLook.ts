/** A first look at what a restore does, with the two smallest of its networks: for a browser, on a small picture. */
import type { JobContext } from '../context';
import type { Picture } from '../image/picture';
import { isMonochrome, keepFacesLight } from '../image/tone';
import type { ModelName } from '../networks/models';
import { colourise } from './colourise';
import { repairDamage } from './repair';
import { reviveTone } from './reviveTone';
import { unstained } from './unstain';

/** The networks that a quick look asks for. */
export const QUICK_LOOK_MODELS = ['damage', 'colour'] as const satisfies readonly ModelName[];
/** The longest side of a picture for a quick look, in pixels: larger ones cost time that nobody has who only looks. */
export const QUICK_LOOK_SIDE_PX = 512;

/**
 * Returns the picture as it is after the steps that need no other network: stains, damage, fading and, for a
 * monochrome one, colour. No grain is removed, and faces are coloured as anything else.
 * @throws EngineError
 */
export async function quickLook(context: JobContext, picture: Picture): Promise<Picture> {
  const monochrome = isMonochrome(picture);
  const calm = monochrome ? unstained(picture, context.checkpoint) : picture;
  const repaired = await repairDamage(context, calm, [2, 75], { isQuick: true });
  // Where faces are is not known: the middle of the picture stands for them, and gets no darker.
  const middle = { left: 0, top: 0, width: picture.width, height: picture.height };
  const toned = keepFacesLight(reviveTone(repaired, monochrome), repaired, [middle]);
  return monochrome ? await colourise(context, toned, { range: [75, 97], faces: [] }) : toned;
}
