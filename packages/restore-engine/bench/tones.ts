/**
 * Measures the tones of faces: the median luma inside each face of real old photographs before and after fading is
 * lifted, and with the faces kept as light as they were. Prints only photographs whose tones change.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Picture } from '../src/core/image/picture';
import { isMonochrome, skinLuma } from '../src/core/image/tone';
import { findFaces } from '../src/core/networks/faceDetector';
import { keepFacesAndGrain, reviveTone } from '../src/core/pipelines/reviveTone';
import { decodePicture } from '../src/node/decode';
import { createOnnxModels } from '../src/node/onnxModels';
import { modelFolder, repositoryRoot } from '../src/testing/workerBundle';
import { type Arguments, picturesIn, requireFolder } from './arguments';
import { writeSheet } from './engine/contactSheet';
import { fitting } from './engine/degrade';

export const USAGE = 'FOLDER [words of file names]';

const LONG_SIDE_PX = 640;

export async function run({ words: [first, ...wanted] }: Arguments): Promise<void> {
  const folder = requireFolder(first);
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const strips: Picture[][] = [];
  const darker = { faces: 0, lifted: 0, kept: 0 };
  for (const name of picturesIn(folder, wanted)) {
    const before = fitting(await decodePicture(readFileSync(path.join(folder, name))), LONG_SIDE_PX);
    const lifted = reviveTone(before, isMonochrome(before));
    const faces = await findFaces(models, lifted, () => undefined);
    const kept = keepFacesAndGrain(lifted, before, faces);
    const rows = faces.map((face) => [before, lifted, kept].map((picture) => skinLuma(picture, face)));
    darker.faces += rows.length;
    darker.lifted += rows.filter(([was = 0, is = 0]) => is < was - 1).length;
    darker.kept += rows.filter(([was = 0, , is = 0]) => is < was - 1).length;
    if (rows.every(([was = 0, is = 0]) => Math.abs(is - was) <= 1)) continue;
    strips.push([before, lifted, kept]);
    console.log(`${name}: ${rows.map((row) => row.map((luma) => luma.toFixed(0)).join(' > ')).join(', ')}`);
  }
  console.log(`${darker.faces} faces; darker than before: ${darker.lifted} by lifting, ${darker.kept} in the end`);
  const folderOut = path.join(repositoryRoot(), 'build');
  mkdirSync(folderOut, { recursive: true });
  if (strips.length > 0) await writeSheet(strips, path.join(folderOut, 'tones.png'));
}
