import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { InferenceSession } from 'onnxruntime-node';
import { modelFolder } from '../testing/workerBundle';
import { createOnnxModels } from './onnxModels';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heirlight-models-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the next job tries again to open a model that failed to open', async () => {
  const models = createOnnxModels({ modelFolder: folder, userModelFolder: '' });
  const file = path.join(folder, 'damage.onnx');
  writeFileSync(file, 'half a download');
  await expect(models.load('damage')).rejects.toMatchObject({ code: 'model_missing' });
  copyFileSync(path.join(modelFolder(), 'damage.onnx'), file);
  expect((await models.load('damage')).isUsers).toBe(false);
});

test('networks run on the given number of threads', async () => {
  const opening = jest.spyOn(InferenceSession, 'create');
  await createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '', threads: 3 }).load('torn');
  expect(opening).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ intraOpNumThreads: 3 }));
});
