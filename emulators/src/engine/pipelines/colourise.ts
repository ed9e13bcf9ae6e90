/** Colour for grey pictures. */
import { type JobContext, stage } from '../context';
import type { Picture } from '../image/picture';
import { toGrey } from '../image/tone';
import { colourByNetwork } from '../networks/colouriser';
import { findFaces } from '../networks/faceDetector';
import { handTint } from './handTint';

/** Adds chroma to a monochrome picture; its luma stays. A colour network does it where one is installed, else a hand tint. */
export async function colourise(
  context: JobContext,
  picture: Picture,
  range: readonly [number, number],
): Promise<Picture> {
  const advance = stage(context, 'Adding colour', range);
  const grey = toGrey(picture);
  const coloured = await colourByNetwork(context.models, grey);
  if (coloured) return coloured;
  const faces = await findFaces(context.models, grey, context.checkpoint);
  advance(0.5);
  return handTint(grey, faces);
}
