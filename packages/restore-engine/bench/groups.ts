/**
 * Measures whether small faces stay their persons' when PhotoScaler enlarges them. Portraits are reduced until their
 * faces have the size of faces in groups, hung side by side as one picture, and enlarged: by bicubic interpolation, by
 * the upscaler as it treats all that is no face, and by the tool. The figures are the mean distances of face-api's
 * numbers to the same face in the large photograph; 0 is equal.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { clampRect, createPicture, type Picture, pasteRaster, type Rect, rasterOf } from '../src/core/image/picture';
import { resample } from '../src/core/image/resample';
import { findFaces } from '../src/core/networks/faceDetector';
import type { ModelStore } from '../src/core/networks/models';
import { enlarge } from '../src/core/pipelines/enlarge';
import { TOOL_PIPELINES } from '../src/core/pipelines/tools';
import { decodePicture } from '../src/node/decode';
import { createOnnxModels } from '../src/node/onnxModels';
import { identityDistances, type PicturePair } from '../src/testing/identity';
import { cut, resized, toPng } from '../src/testing/photos';
import { modelFolder, packageRoot } from '../src/testing/workerBundle';
import { type Arguments, picturesIn } from './arguments';
import { jpeg } from './engine/degrade';

export const USAGE = '[FOLDER of portraits] [most=12]';

/** Longer side of the faces as the tool gets them, in pixels. */
const SIZES_PX = [12, 24, 48, 80] as const;
const QUALITY = 85;
/** Of the large photograph this much is kept, in sides of the face's box, the face in its middle. */
const SURROUNDINGS = 1.8;
/** Side of that part, in pixels, as it is compared. */
const TRUTH_SIDE_PX = 320;
/** Least side of a face in the large photograph, in pixels: of fewer the truth itself is a guess. */
const LEAST_TRUTH_PX = 80;
const MOST_PORTRAITS = 12;

export async function run({ words, option }: Arguments): Promise<void> {
  const [folder = path.join(packageRoot(), 'testdata', 'bench')] = words;
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const truths = await portraitsIn(folder, models, Number(option('most') ?? MOST_PORTRAITS));
  const context = { models, checkpoint: () => undefined, onProgress: () => undefined };
  console.log(`${truths.length} faces; distance to the same face in the large photograph: mean (worse than bicubic)\n`);
  console.log(
    `${'face'.padEnd(8)}${['x', 'bicubic', 'upscaler', 'PhotoScaler'].map((title) => title.padEnd(16)).join('')}`,
  );
  for (const scale of [2, 4] as const) {
    for (const size of SIZES_PX) {
      const group = await hung(truths, Math.round(size * SURROUNDINGS));
      const plain = resized(group, scale, 'cubic');
      const all = await enlarge(context, group, scale, () => undefined);
      const tool = await TOOL_PIPELINES.photoscaler(context, group, { scale });
      const columns = await Promise.all([plain, all, tool].map((enlarged) => distancesTo(truths, enlarged)));
      const [bicubic = []] = columns;
      const cells = columns.map((column) => `${meanOf(column).toFixed(3)} (${worseThan(bicubic, column)})`.padEnd(16));
      console.log(`${`${size} px`.padEnd(8)}${String(scale).padEnd(16)}${cells.join('')}`);
    }
  }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const worseThan = (before: readonly number[], after: readonly number[]) =>
  after.filter((distance, i) => distance > (before[i] ?? 0)).length;

/** The surest face of each photograph with its surroundings, as squares of one size. */
async function portraitsIn(folder: string, models: ModelStore, most: number): Promise<Picture[]> {
  const portraits: Picture[] = [];
  for (const name of picturesIn(folder)) {
    if (portraits.length === most) break;
    const photo = await decodePicture(readFileSync(path.join(folder, name)));
    const [face] = await findFaces(models, photo, () => undefined);
    const square = face && squareRound(face, photo);
    if (square) portraits.push(sized(cut(photo, square), TRUTH_SIDE_PX));
  }
  return portraits;
}

/** Undefined if the photograph ends too close to the face, or the face is small. */
function squareRound(face: Rect, photo: Picture): Rect | undefined {
  const side = Math.max(face.width, face.height);
  const grown = side * SURROUNDINGS;
  const [x, y] = [face.left + face.width / 2, face.top + face.height / 2];
  const square = clampRect({ left: x - grown / 2, top: y - grown / 2, width: grown, height: grown }, photo);
  const least = Math.min(square.width, square.height);
  return side >= LEAST_TRUTH_PX && least > grown * 0.75 ? { ...square, width: least, height: least } : undefined;
}

function sized(picture: Picture, side: number): Picture {
  const out = createPicture(side, side);
  out.data.set(resample(rasterOf(picture), side, side, side < picture.width ? 'area' : 'cubic').data);
  return out;
}

/** The portraits side by side, each `side` pixels wide, as a JPEG. */
async function hung(portraits: readonly Picture[], side: number): Promise<Picture> {
  const columns = Math.ceil(Math.sqrt(portraits.length * 1.5));
  const wall = createPicture(columns * side, Math.ceil(portraits.length / columns) * side);
  const whole = { left: 0, top: 0, width: side, height: side };
  for (const [i, portrait] of portraits.entries()) {
    pasteRaster(wall, rasterOf(sized(portrait, side)), whole, placeOf(i, columns, side));
  }
  return await jpeg(wall, QUALITY);
}

const placeOf = (i: number, columns: number, side: number): Rect => ({
  left: (i % columns) * side,
  top: Math.floor(i / columns) * side,
  width: side,
  height: side,
});

async function distancesTo(truths: readonly Picture[], wall: Picture): Promise<number[]> {
  const columns = Math.ceil(Math.sqrt(truths.length * 1.5));
  const side = wall.width / columns;
  const pairs: PicturePair[] = [];
  for (const [i, truth] of truths.entries()) {
    const portrait = sized(cut(wall, placeOf(i, columns, side)), TRUTH_SIDE_PX);
    pairs.push([await toPng(truth), await toPng(portrait)]);
  }
  return (await identityDistances(pairs)).map((distance) => distance ?? Number.NaN).filter(Number.isFinite);
}
