/** Evens out light that lies over a photograph: the glare of a lamp or window in a snapshot of a print. */
import { gaussianBlur } from './blur';
import { quantileOf } from './measure';
import { topHat } from './morphology';
import { at, byteAt, copyPicture, createRaster, lumaAt, numberAt, type Picture, type Raster } from './picture';
import { resample } from './resample';

/** Cells along each side in which the darkest greys are looked up. */
const CELLS = 12;
/** Of a cell this share is darker than its floor. Light raises blacks; nearly every cell has some. */
const DARKEST_SHARE = 0.03;
/** A bright thing of up to twice so many cells and one, a collar or a face, is no light. */
const THING_CELLS = 2;
const SMOOTH_CELLS = 1.2;
/** Values from here on are blown out: there is nothing left below the light. */
const BLOWN = 250;

/**
 * The picture with some of the light taken off where its blacks are raised more than elsewhere. What is evenly raised
 * and what is blown out stays.
 * @param share of the light, 0..1
 */
export function evenLight(picture: Picture, share: number): Picture {
  const floor = floorOf(picture);
  const things = topHat(floor, THING_CELLS, 'bright');
  const opened = { ...floor, data: floor.data.map((value, i) => value - at(things.data, i)) };
  const smooth = gaussianBlur(opened, SMOOTH_CELLS);
  const least = smooth.data.reduce((a, b) => Math.min(a, b));
  const light = resample(smooth, picture.width, picture.height, 'linear');
  const out = copyPicture(picture);
  for (let i = 0; i < out.data.length; i++) {
    const value = byteAt(picture.data, i);
    const through = 1 - (share * (at(light.data, Math.floor(i / 3)) - least)) / 255;
    if (value < BLOWN) out.data[i] = 255 - (255 - value) / through;
  }
  return out;
}

/** Of each cell the luma that only its darkest pixels fall below, in grey levels. */
function floorOf({ width, height, data }: Picture): Raster {
  const floor = createRaster(Math.min(CELLS, width), Math.min(CELLS, height), 1);
  const counts = Array.from(floor.data, () => new Uint32Array(256));
  const totals = new Uint32Array(floor.data.length);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * floor.height) / height) * floor.width;
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * floor.width) / width);
      const luma = Math.round(lumaAt(data, (y * width + x) * 3));
      const ofCell = counts[cell] as Uint32Array;
      ofCell[luma] = numberAt(ofCell, luma) + 1;
      totals[cell] = numberAt(totals, cell) + 1;
    }
  }
  for (const [cell, ofCell] of counts.entries()) {
    floor.data[cell] = Math.max(0, quantileOf(ofCell, numberAt(totals, cell) * DARKEST_SHARE));
  }
  return floor;
}
