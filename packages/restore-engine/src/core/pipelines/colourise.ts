/** Colour for grey pictures. */
import { type JobContext, stage } from '../context';
import { lightnessOf } from '../image/lab';
import { lumaOf, type Picture, type Raster, type Rect } from '../image/picture';
import { resample } from '../image/resample';
import { toGrey } from '../image/tone';
import { likelyChroma, paintChroma } from '../networks/colouriser';
import { type Grid, gridOf, seenChroma } from '../networks/colourViews';
import { findLargeFaces } from '../networks/faceDetector';
import { agreedChroma } from './agreedChroma';

/**
 * Gives a monochrome picture the colours that the network finds likely; its lightness stays. A user's own network is
 * used as it is, ours where several views of the picture agree (`agreedChroma`).
 * @param faces boxes of the picture's faces, if known already
 */
export async function colourise(
  context: JobContext,
  picture: Picture,
  { range, faces: known }: { range: readonly [number, number]; faces?: readonly Rect[] },
): Promise<Picture> {
  stage(context, 'Adding colour', range);
  const grey = toGrey(picture);
  const luma = lumaOf(grey);
  const checkpoint = () => context.checkpoint();
  checkpoint();
  const model = await context.models.load('colour');
  const chroma = model.isUsers ? await likelyChroma(model, luma) : await calmChroma();
  checkpoint();
  return paintChroma(grey, chroma);

  async function calmChroma(): Promise<Raster> {
    const seen = await seenChroma(model, luma, checkpoint);
    const faces = known ?? (await findLargeFaces(context.models, grey, checkpoint));
    checkpoint();
    const lightness = lightnessAt(luma, gridOf(luma));
    return agreedChroma(seen, lightness, facesAt(faces, grey, lightness));
  }
}

/** L* of the picture, brought to another size. */
function lightnessAt(luma: Raster, { width, height }: Grid): Raster {
  const small = resample(luma, width, height, 'area');
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
