import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, type Engine } from '@heirlight/restore-engine';
import { bundleWorker, modelFolder } from '@heirlight/restore-engine/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { REAL_ESRGAN, startTestReplicate, type TestReplicate } from './testReplicate';

const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 100;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let replicate: TestReplicate | undefined;
afterEach(async () => {
  await replicate?.close();
  replicate = undefined;
  jest.restoreAllMocks();
});

const create = ({ client, picture }: TestReplicate, input: object = {}) =>
  client.predictions.create({ model: REAL_ESRGAN, input: { image: picture, ...input } });

describe('how many are under way', () => {
  it.each([1, 3])('with %i workers: as many as they can do, and one more to be fetched', async (workers) => {
    replicate = await startTestReplicate({ workers });
    const release = replicate.engine.hold();
    for (let index = 0; index < workers + 3; index += 1) await create(replicate);
    const deadline = Date.now() + LONGEST_WAIT_MS;
    while (replicate.engine.jobs.length < workers + 1 && Date.now() < deadline) await pause(10);
    // One too many would come within this time.
    await pause(PAUSE_MS);
    expect(replicate.engine.jobs).toHaveLength(workers + 1);
    release();
  });
});

describe('a broken engine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'heirlight-broken-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What the person who runs this is told while one prediction fails, and what the caller is. */
  async function failing(engine: Engine): Promise<{ told: string; error: unknown }> {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    replicate = await startTestReplicate({ engine });
    const { status, error } = await replicate.finished(await create(replicate));
    expect(status).toBe('failed');
    return { told: log.mock.calls.flat().map(String).join(' '), error };
  }

  it('without its worker tells the operator which file is missing', async () => {
    const { told, error } = await failing(createEngine({ workers: 1, workerFile: path.join(folder, 'no-worker.mjs') }));
    expect(error).toBe('The restore engine stopped unexpectedly.');
    expect(told).toContain('engine_failed');
    expect(told).toContain('no-worker.mjs');
  });

  it('with a damaged model of the user tells the operator what is wrong with it', async () => {
    writeFileSync(path.join(folder, 'upscaler.onnx'), 'half a download');
    const workerFile = bundleWorker('test-broken-model');
    const { told, error } = await failing(
      createEngine({ workers: 1, workerFile, modelFolder: modelFolder(), userModelFolder: folder }),
    );
    expect(error).toContain('upscaler.onnx');
    expect(told).toContain('model_missing');
    expect(told).toMatch(/protobuf/i);
  });

  it("keeps quiet about a picture's own faults", async () => {
    replicate = await startTestReplicate({ engine: createEngine({ workers: 1, workerFile: '/nowhere.mjs' }) });
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const image = `${replicate.server.origin}/files/x/out-0.png`;
    await replicate.finished(await create(replicate, { image }));
    expect(log).not.toHaveBeenCalled();
  });
});
