/**
 * Shows what DeepRestore repaints in photographs at their full size: contact sheets are too small to show a lost
 * button. Prints the share of pixels repainted and writes the largest places, before and after, to
 * `build/repairs/<photo>.png`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JobContext } from '../src/core/context';
import { type Component, componentsOf, coverage, dilate, type Mask } from '../src/core/image/mask';
import { byteAt, clampRect, type Picture, type Rect } from '../src/core/image/picture';
import { isMonochrome } from '../src/core/image/tone';
import { repairDamage } from '../src/core/pipelines/repair';
import { calmed } from '../src/core/pipelines/tools';
import { decodePicture } from '../src/node/decode';
import { createOnnxModels } from '../src/node/onnxModels';
import { cut } from '../src/testing/photos';
import { modelFolder, repositoryRoot } from '../src/testing/workerBundle';
import { type Arguments, picturesIn, requireFolder } from './arguments';
import { writeSheet } from './engine/contactSheet';

export const USAGE = 'FOLDER [words of file names]';

/** Repainted pixels as near as this are one place. */
const NEAR_PX = 12;
const MOST_PLACES = 16;
/** Sides of what is shown round a place. */
const SIDE_PX = { least: 140, most: 520, around: 20 };

export async function run({ words }: Arguments): Promise<void> {
  const [first, ...wanted] = words;
  const folder = requireFolder(first);
  const outFolder = path.join(repositoryRoot(), 'build', 'repairs');
  mkdirSync(outFolder, { recursive: true });
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const context: JobContext = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const names = picturesIn(folder, wanted);
  for (const name of names) {
    const photo = await decodePicture(readFileSync(path.join(folder, name)));
    const calm = await calmed(context, photo, isMonochrome(photo), [0, 50]);
    const repaired = await repairDamage(context, calm, [50, 100]);
    const mask = differing(calm, repaired);
    const places = placesOf(mask);
    console.log(`${name.padEnd(44)}${(coverage(mask) * 100).toFixed(3)} % repainted in ${places.length} places`);
    if (places.length === 0) continue;
    const strips = places.slice(0, MOST_PLACES).map((place) => {
      const part = clampRect(shown(place), photo);
      return [cut(calm, part), cut(repaired, part)];
    });
    await writeSheet(strips, path.join(outFolder, `${path.parse(name).name}.png`));
  }
}

function differing(a: Picture, b: Picture): Mask {
  const data = new Uint8Array(a.width * a.height);
  for (let i = 0; i < a.data.length; i++) {
    if (byteAt(a.data, i) !== byteAt(b.data, i)) data[Math.floor(i / 3)] = 1;
  }
  return { width: a.width, height: a.height, data };
}

/** The largest first. */
function placesOf(mask: Mask): Component[] {
  return componentsOf(dilate(mask, NEAR_PX)).sort((a, b) => b.pixels.length - a.pixels.length);
}

function shown({ left, top, right, bottom }: Component): Rect {
  const wanted = Math.max(right - left, bottom - top) + SIDE_PX.around;
  const side = Math.min(SIDE_PX.most, Math.max(SIDE_PX.least, wanted));
  return { left: (left + right - side) >> 1, top: (top + bottom - side) >> 1, width: side, height: side };
}
