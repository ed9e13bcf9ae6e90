/** Takes the colour of damage out of what lies beside it. */
import { dilate, type Mask, threshold } from '../image/mask';
import { at, byteAt, createPicture, floatLumaAt, lumaAt, type Picture, rasterOf } from '../image/picture';
import { resample } from '../image/resample';
import { inpaintThinPlate } from './thinPlate';

/**
 * How far beyond a mark its colour reaches, in pixels: JPEG keeps colour at half the size of brightness. Nearer a grey trace stays; further, sound colour
 * goes.
 */
const REACH_PX = 2;
/** Any of a reduced pixel marked. */
const ANY = 0.01;

/**
 * Gives the marked pixels and those around them the colour of what lies further out, in place; their brightness stays. For pictures that were JPEGs when
 * they were damaged or since: the white of a scratch has washed the colour out beside it, and would be carried into it again.
 * @param checkpoint called now and then; may throw to end the work
 */
export function clearColour(picture: Picture, mask: Mask, checkpoint: () => void): void {
  const { width, height } = picture;
  const small = createPicture(Math.ceil(width / 2), Math.ceil(height / 2));
  small.data.set(resample(rasterOf(picture), small.width, small.height, 'area').data);
  const washed = dilate(mask, REACH_PX);
  const marks = { ...washed, channels: 1, data: new Float32Array(washed.data) };
  const holes = threshold(resample(marks, small.width, small.height, 'area'), ANY);
  inpaintThinPlate(small, holes.data, { checkpoint });
  const colour = resample(rasterOf(small), width, height, 'linear');
  for (let pixel = 0; pixel < washed.data.length; pixel++) {
    if (!byteAt(washed.data, pixel)) continue;
    const i = 3 * pixel;
    const [red, green, blue] = [at(colour.data, i), at(colour.data, i + 1), at(colour.data, i + 2)];
    const shift = lumaAt(picture.data, i) - floatLumaAt(colour.data, i);
    picture.data.set([red + shift, green + shift, blue + shift], i);
  }
}
