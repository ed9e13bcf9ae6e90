/**
 * Sends real old photographs through all six tools, to be looked at: what is measured on made damage may fail on real
 * damage. Writes one row per photo (as it came, then the six tools) to `build/old-photos/<photo>.png`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENGINE_TOOLS } from '../src/core/pipelines/tools';
import { decodePicture } from '../src/node/decode';
import { createEngine } from '../src/node/engine';
import { toPng } from '../src/testing/photos';
import { bundleWorker, modelFolder, repositoryRoot } from '../src/testing/workerBundle';
import { type Arguments, picturesIn, requireFolder } from './arguments';
import { writeSheet } from './engine/contactSheet';
import { fitting } from './engine/degrade';

export const USAGE = 'FOLDER [side=640] [words of file names]';

const DEFAULT_SIDE_PX = 640;

export async function run({ words, option }: Arguments): Promise<void> {
  const [first, ...wanted] = words;
  const folder = requireFolder(first);
  const longSide = Number(option('side') ?? DEFAULT_SIDE_PX);
  const outFolder = path.join(repositoryRoot(), 'build', 'old-photos');
  mkdirSync(outFolder, { recursive: true });
  const workerFile = bundleWorker('old-photos-worker');
  const engine = createEngine({ workers: 1, workerFile, modelFolder: modelFolder() });
  const names = picturesIn(folder, wanted);
  for (const name of names) {
    const photo = fitting(await decodePicture(readFileSync(path.join(folder, name))), longSide);
    const strip = [photo];
    const seconds: string[] = [];
    for (const tool of ENGINE_TOOLS) {
      const since = performance.now();
      const { output } = await engine.restore({
        tool,
        input: await toPng(photo),
        format: 'png',
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      strip.push(await decodePicture(output));
      seconds.push(`${tool} ${((performance.now() - since) / 1000).toFixed(1)} s`);
    }
    const file = path.join(outFolder, `${path.parse(name).name}.png`);
    await writeSheet([strip], file);
    console.log(`${path.relative(repositoryRoot(), file)}: ${seconds.join(', ')}`);
  }
  await engine.close();
}
