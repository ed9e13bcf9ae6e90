import type { FaceBox } from '@heirlight/contract/photo';
import { LUMA } from './colour';
import { type Along, bothWays, mean, type Plane, type Size, smoothstep } from './planes';
import { eachBand, type Rows } from './rows';

/** What is known of a pair of pictures in the large. It lies over both, and is enlarged bilinearly. */
export interface Maps {
  width: number;
  height: number;
  /**
   * Three numbers for each place: by how much the result is lighter in the low frequencies (-1..1); whether a mark was
   * mended there, 0..1; whether there is a face, 0..1.
   */
  data: Float32Array<ArrayBuffer>;
}
export const MAP_NUMBERS = 3;

/** The longer side of the maps, pixels. A scratch of a millimetre across a print of 10 cm is 5 of them wide. */
export const MAP_SIDE_PX = 512;
/** What is larger than this share of the longer side is low frequencies. */
const LOW_SHARE = 1 / 48;
/** A mended mark differs in its details by more than `least` (0..1 of luma), and is sure from `most` on. */
const MARK = { least: 0.025, most: 0.1 };
/** A mark reaches so much farther than it is seen, in pixels of the map. */
const MARK_REACH = 2;
/** Of half a face box: the ellipse inside which a face is whole, and that outside which there is none. */
const FACE = { whole: 0.95, gone: 1.45 };

function mapSize(original: Size, result: Size): Size {
  const scale = Math.min(1, MAP_SIDE_PX / Math.max(result.width, result.height));
  const along = (side: 'width' | 'height') =>
    Math.max(1, Math.min(Math.round(result[side] * scale), original[side], result[side]));
  return { width: along('width'), height: along('height') };
}

/** How much of `from` equal pieces falls into each of `to`, which are no smaller: a piece lies in one or in two. */
function shares(from: number, to: number): { first: Uint16Array; share: Float32Array } {
  const first = new Uint16Array(from);
  const share = new Float32Array(from);
  for (let at = 0; at < from; at++) {
    const cell = Math.min(to - 1, Math.floor((at * to) / from));
    first[at] = cell;
    share[at] = Math.min(1, (cell + 1 - (at * to) / from) / (to / from));
  }
  return { first, share };
}

/** The mean luma of each cell of a small plane, 0..1. */
function meanLuma(picture: Rows, { width, height }: Size): Plane {
  const data = new Float32Array(width * height);
  const columns = shares(picture.width, width);
  const lines = shares(picture.height, height);
  const line = new Float32Array(width + 1);
  const [ofRed, ofGreen, ofBlue] = LUMA;
  const scale = (width * height) / (picture.width * picture.height) / 255;
  const add = (row: number, share: number) => {
    if (row >= height || share <= 0) return;
    for (let x = 0; x < width; x++)
      data[row * width + x] = (data[row * width + x] ?? 0) + share * scale * (line[x] ?? 0);
  };
  eachBand(picture, (band, from, count) => {
    for (let row = 0; row < count; row++) {
      line.fill(0);
      for (let x = 0, at = row * picture.width * 4; x < picture.width; x++, at += 4) {
        const luma = ofRed * (band[at] ?? 0) + ofGreen * (band[at + 1] ?? 0) + ofBlue * (band[at + 2] ?? 0);
        const cell = columns.first[x] ?? 0;
        const share = columns.share[x] ?? 0;
        line[cell] = (line[cell] ?? 0) + share * luma;
        line[cell + 1] = (line[cell + 1] ?? 0) + (1 - share) * luma;
      }
      const share = lines.share[from + row] ?? 0;
      const cell = lines.first[from + row] ?? 0;
      add(cell, share);
      add(cell + 1, 1 - share);
    }
  });
  return { width, height, data };
}

/** The largest of `2 * reach + 1` numbers, which are 0 or more. */
const largest =
  (reach: number): Along =>
  (source, out, { start, step, length }) => {
    for (let place = 0; place < length; place++) {
      let most = 0;
      for (let near = place - reach; near <= place + reach; near++) {
        const one = near < 0 || near >= length ? 0 : (source[start + near * step] ?? 0);
        if (one > most) most = one;
      }
      out[start + place * step] = most;
    }
  };

/** Three means in a row are close to a Gaussian. */
const blurred = (plane: Plane, reach: number) => [1, 2, 3].reduce((softer) => bothWays(softer, mean(reach)), plane);

/** Marks each face by an ellipse with a soft edge. */
function markFaces(maps: Maps, faces: readonly FaceBox[]): void {
  const { width, height, data } = maps;
  for (const face of faces) {
    const [x, y] = [(face.x + face.width / 2) * width - 0.5, (face.y + face.height / 2) * height - 0.5];
    const [across, down] = [(face.width / 2) * width, (face.height / 2) * height];
    const bottom = Math.min(height - 1, Math.floor(y + down * FACE.gone));
    const right = Math.min(width - 1, Math.floor(x + across * FACE.gone));
    for (let row = Math.max(0, Math.ceil(y - down * FACE.gone)); row <= bottom; row++) {
      for (let column = Math.max(0, Math.ceil(x - across * FACE.gone)); column <= right; column++) {
        const distance = Math.hypot((column - x) / across, (row - y) / down);
        const at = (row * width + column) * MAP_NUMBERS + 2;
        data[at] = Math.max(data[at] ?? 0, 1 - smoothstep(FACE.whole, FACE.gone, distance));
      }
    }
  }
}

/**
 * Compares an original with its result in the large. Both show the same; their sizes may differ.
 *
 * @param faces where the faces are, 0..1 of the picture
 */
export function mapsOf(original: Rows, result: Rows, faces: readonly FaceBox[]): Maps {
  const size = mapSize(original, result);
  const { width, height } = size;
  const before = meanLuma(original, size);
  const change = meanLuma(result, size).data.map((luma, at) => luma - (before.data[at] ?? 0));
  const low = blurred({ ...size, data: change }, Math.max(1, Math.round(Math.max(width, height) * LOW_SHARE * 0.5)));
  const isMark = change.map((value, at) => smoothstep(MARK.least, MARK.most, Math.abs(value - (low.data[at] ?? 0))));
  const marks = blurred(bothWays({ ...size, data: isMark }, largest(MARK_REACH)), 1);
  const maps = { width, height, data: new Float32Array(width * height * MAP_NUMBERS) };
  for (let at = 0; at < low.data.length; at++) {
    maps.data[at * MAP_NUMBERS] = low.data[at] ?? 0;
    maps.data[at * MAP_NUMBERS + 1] = marks.data[at] ?? 0;
  }
  markFaces(maps, faces);
  return maps;
}
