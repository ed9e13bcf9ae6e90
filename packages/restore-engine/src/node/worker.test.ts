import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { photoFile } from '../testing/photos';
import { bundleWorker, modelFolder } from '../testing/workerBundle';
import type { EngineTool } from './api';
import { CANCELLED, FLAG_BYTES } from './nativeCalls';
import type { StartMessage, WorkerMessage, WorkerSettings } from './workerProtocol';

/** The worker without the engine round it, which ends a thread that does not stop and so hides that it does not. */
let workerFile: string;
let folder: string;
let worker: Worker | undefined;

beforeAll(() => {
  workerFile = bundleWorker('test-worker-alone');
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heirlight-user-models-'));
});
afterEach(async () => {
  await worker?.terminate();
  rmSync(folder, { recursive: true });
});

/** Everything the worker says about one job. */
function messagesAbout(tool: EngineTool, flags: Int32Array<SharedArrayBuffer>): Promise<WorkerMessage[]> {
  const settings: WorkerSettings = { modelFolder: modelFolder(), userModelFolder: folder, threads: 1 };
  const running = new Worker(workerFile, { workerData: settings });
  worker = running;
  const input = photoFile('karl_marx_1875');
  running.postMessage({ id: 1, tool, input, scale: 2, format: 'png', flags: flags.buffer } satisfies StartMessage);
  const messages: WorkerMessage[] = [];
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('message', (message: WorkerMessage) => {
      messages.push(message);
      if (message.kind !== 'progress') resolve(messages);
    });
  });
}

const newFlags = () => new Int32Array(new SharedArrayBuffer(FLAG_BYTES));

test('a cancelled job ends at its first checkpoint, before it reports any stage', async () => {
  const flags = newFlags();
  Atomics.store(flags, CANCELLED, 1);
  expect(await messagesAbout('photoscaler', flags)).toEqual([
    { kind: 'progress', id: 1, progress: { percent: 0, message: 'Opening the photo' } },
    expect.objectContaining({ kind: 'failed', code: 'cancelled' }),
  ]);
});

test('a model that cannot be opened is reported with the reason', async () => {
  writeFileSync(path.join(folder, 'upscaler.onnx'), 'half a download');
  const messages = await messagesAbout('photoscaler', newFlags());
  expect(messages.at(-1)).toMatchObject({
    kind: 'failed',
    code: 'model_missing',
    message: expect.stringContaining('upscaler.onnx'),
    cause: expect.stringMatching(/protobuf/i),
  });
});
