/** Takes the colour of damage out of what lies beside it. */
import { cutMask, dilate, type Mask, threshold } from '../image/mask';
import {
  at,
  byteAt,
  createPicture,
  cutRaster,
  floatLumaAt,
  lumaAt,
  type Picture,
  type Raster,
  type Rect,
  rasterOf,
} from '../image/picture';
import { resample } from '../image/resample';
import { tilesOf } from '../image/tiles';
import { inpaintThinPlate } from './thinPlate';

/**
 * Reach of a mark's colour in pixels: JPEG keeps colour at half size. Less leaves a grey trace, more loses sound
 * colour.
 */
const REACH_PX = 2;
/** Side of the pieces, in pixels, even because colour is halved: memory does not grow with the photograph. */
const TILE_PX = 1024;
const MARGIN_PX = 32;
/** Any part of a reduced pixel is marked. */
const ANY = 0.01;

/**
 * Gives the marked pixels and those around them the colour of what lies further out, in place; their brightness stays.
 * For pictures that were JPEGs after the damage: JPEG spreads the white of a scratch, and the repair would use that
 * colour.
 * @param checkpoint called now and then; may throw to end the work
 */
export function clearColour(picture: Picture, mask: Mask, checkpoint: () => void): void {
  const washed = dilate(mask, REACH_PX);
  for (const { core, outer } of tilesOf(picture, TILE_PX, MARGIN_PX)) {
    checkpoint();
    const holes = cutMask(washed, outer);
    if (!holes.data.includes(1)) continue;
    const colour = colourAround(picture, holes, { outer, checkpoint });
    for (let y = core.top; y < core.top + core.height; y++) {
      for (let x = core.left; x < core.left + core.width; x++) {
        const pixel = y * picture.width + x;
        if (byteAt(washed.data, pixel))
          recolour(picture, 3 * pixel, colour, 3 * ((y - outer.top) * outer.width + x - outer.left));
      }
    }
  }
}

/** What colour the holes of a part would have, going by what is round them. */
function colourAround(
  picture: Picture,
  holes: Mask,
  { outer, checkpoint }: { outer: Rect; checkpoint: () => void },
): Raster {
  const small = createPicture(Math.ceil(outer.width / 2), Math.ceil(outer.height / 2));
  small.data.set(resample(cutRaster(picture, outer), small.width, small.height, 'area').data);
  const marks = { ...holes, channels: 1, data: new Float32Array(holes.data) };
  inpaintThinPlate(small, threshold(resample(marks, small.width, small.height, 'area'), ANY).data, { checkpoint });
  return resample(rasterOf(small), outer.width, outer.height, 'linear');
}

/** Gives the pixel at byte `i` the colour at `from`, its brightness staying. */
function recolour({ data }: Picture, i: number, colour: Raster, from: number): void {
  const shift = lumaAt(data, i) - floatLumaAt(colour.data, from);
  for (let c = 0; c < 3; c++) data[i + c] = at(colour.data, from + c) + shift;
}
