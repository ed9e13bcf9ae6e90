/** Colour for grey pictures. */
import { type JobContext, stage } from '../context';
import type { Picture } from '../image/picture';
import { toGrey } from '../image/tone';
import { colourByNetwork } from '../networks/colouriser';

/** Gives a monochrome picture the colours that the network finds likely; its lightness stays. */
export async function colourise(
  context: JobContext,
  picture: Picture,
  range: readonly [number, number],
): Promise<Picture> {
  stage(context, 'Adding colour', range);
  return await colourByNetwork(context.models, toGrey(picture));
}
