/**
 * Measures whether glare gets stronger when fading is lifted: faded photographs with a smooth light drawn over them,
 * against the same without. The figures are mean distances of luma, in grey levels, where the light is seen.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { byteAt, copyPicture, lumaAt, type Picture } from '../src/core/image/picture';
import { isMonochrome, liftFading } from '../src/core/image/tone';
import { reviveTone } from '../src/core/pipelines/reviveTone';
import { decodePicture } from '../src/node/decode';
import { randomOf } from '../src/testing/photos';
import { type Arguments, picturesIn, requireFolder } from './arguments';
import { faded, fitting } from './engine/degrade';

export const USAGE = 'FOLDER [seed=77]';

const LONG_SIDE_PX = 400;
/** Light of fewer grey levels than this is hardly seen. */
const SEEN = 15;

export async function run({ words: [first], option }: Arguments): Promise<void> {
  const folder = requireFolder(first);
  const seed = Number(option('seed') ?? 77);
  const rows: number[][] = [];
  console.log(`${'photograph'.padEnd(36)}drawn   lifted  evened and lifted   harm without glare`);
  for (const [index, name] of picturesIn(folder).entries()) {
    const truth = fitting(await decodePicture(readFileSync(path.join(folder, name))), LONG_SIDE_PX);
    const print = faded(truth);
    const { glaring, seen } = withGlare(print, seed + index);
    const goal = liftFading(print);
    const revived = (picture: Picture) => reviveTone(picture, isMonochrome(truth));
    const row = [
      distance(glaring, print, seen),
      distance(liftFading(glaring), goal, seen),
      distance(revived(glaring), goal, seen),
      distance(revived(print), truth) - distance(goal, truth),
    ];
    rows.push(row);
    console.log(name.padEnd(36) + cells(row));
  }
  const means = [0, 1, 2, 3].map((k) => rows.reduce((sum, row) => sum + (row[k] ?? 0), 0) / rows.length);
  const stronger = (k: number) => rows.filter((row) => (row[k] ?? 0) > (row[0] ?? 0)).length;
  console.log(`${'mean'.padEnd(36)}${cells(means)}`);
  console.log(`glare stronger than drawn: ${stronger(1)} lifted, ${stronger(2)} evened and lifted, of ${rows.length}`);
}

const cells = (row: readonly number[]) => row.map((value) => value.toFixed(1).padEnd(8)).join('');

/** A light with soft edges, a fifth to nearly half of the long side wide, in the upper part of the picture. */
function withGlare(print: Picture, seed: number): { glaring: Picture; seen: (pixel: number) => boolean } {
  const random = randomOf(seed);
  const { width, height } = print;
  const [x, y] = [random() * width, random() * height * 0.6];
  const sigma = (0.2 + 0.25 * random()) * Math.max(width, height);
  const strongest = 60 + 70 * random();
  const lightAt = (pixel: number) => {
    const square = ((pixel % width) - x) ** 2 + (Math.floor(pixel / width) - y) ** 2;
    return strongest * Math.exp(-square / (2 * sigma * sigma));
  };
  const glaring = copyPicture(print);
  for (let i = 0; i < glaring.data.length; i++) {
    glaring.data[i] = 255 - (255 - byteAt(print.data, i)) * (1 - lightAt(Math.floor(i / 3)) / 255);
  }
  return { glaring, seen: (pixel) => lightAt(pixel) >= SEEN };
}

function distance(a: Picture, b: Picture, counts: (pixel: number) => boolean = () => true): number {
  let [sum, count] = [0, 0];
  for (let pixel = 0; pixel < a.width * a.height; pixel++) {
    if (!counts(pixel)) continue;
    sum += Math.abs(lumaAt(a.data, pixel * 3) - lumaAt(b.data, pixel * 3));
    count++;
  }
  return sum / count;
}
