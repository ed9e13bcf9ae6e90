/** Colour for grey pictures. */
import { type JobContext, stage } from '../context';
import { lightnessOf } from '../image/lab';
import { lumaOf, type Picture, type Raster, type Rect } from '../image/picture';
import { resample } from '../image/resample';
import { toGrey } from '../image/tone';
import { likelyChroma, paintChroma } from '../networks/colouriser';
import { findLargeFaces } from '../networks/faceDetector';
import { trustedChroma } from './trustedChroma';

/**
 * Gives a monochrome picture the colours that the network finds likely; its lightness stays. A user's own network is
 * used as it is, ours as far as `trustedChroma` trusts it.
 * @param faces boxes of the picture's faces, if known already
 */
export async function colourise(
  context: JobContext,
  picture: Picture,
  { range, faces: known }: { range: readonly [number, number]; faces?: readonly Rect[] },
): Promise<Picture> {
  stage(context, 'Adding colour', range);
  const grey = toGrey(picture);
  context.checkpoint();
  const { chroma, isUsers } = await likelyChroma(context.models, grey);
  context.checkpoint();
  if (isUsers) return paintChroma(grey, chroma);
  const faces = known ?? (await findLargeFaces(context.models, grey, () => context.checkpoint()));
  const trusted = trustedChroma(chroma, lightnessAt(grey, chroma), facesAt(faces, grey, chroma));
  context.checkpoint();
  return paintChroma(grey, trusted);
}

/** L* of the picture, brought to another size. */
function lightnessAt(grey: Picture, { width, height }: Raster): Raster {
  const small = resample(lumaOf(grey), width, height, 'area');
  return { ...small, data: small.data.map(lightnessOf) };
}

function facesAt(faces: readonly Rect[], from: Picture, to: Raster): Rect[] {
  const [x, y] = [to.width / from.width, to.height / from.height];
  return faces.map((face) => ({
    left: face.left * x,
    top: face.top * y,
    width: face.width * x,
    height: face.height * y,
  }));
}
