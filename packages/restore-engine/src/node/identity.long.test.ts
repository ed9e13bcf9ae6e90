import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { identityDistances, SAME_FACE_DISTANCE } from '../testing/identity';
import { photoFile } from '../testing/photos';
import { bundleWorker, modelFolder } from '../testing/workerBundle';
import type { Engine } from './api';
import { createEngine } from './engine';

jest.setTimeout(300_000);

let engine: Engine;
beforeAll(() => {
  engine = createEngine({
    workers: 1,
    workerFile: bundleWorker('identity-worker'),
    modelFolder: modelFolder(),
  });
});
afterAll(() => engine.close());

const restored = async (tool: 'deeprestore' | 'pureface', input: Buffer): Promise<Buffer> => {
  const signal = new AbortController().signal;
  return (await engine.restore({ tool, input, format: 'png', signal, onProgress: () => undefined })).output;
};

test('a restored face is still the same person; another person is further away [spec 1.1]', async () => {
  const [marx, ride] = [photoFile('karl_marx_1875'), photoFile('sally_ride_1984')];
  const [old = 9, modern = 9, others = 0] = await identityDistances([
    [marx, await restored('deeprestore', marx)],
    [ride, await restored('pureface', ride)],
    [marx, ride],
  ]);
  expect(old).toBeLessThan(SAME_FACE_DISTANCE);
  expect(modern).toBeLessThan(SAME_FACE_DISTANCE);
  expect(others).toBeGreaterThan(SAME_FACE_DISTANCE);
});
