import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { bundleWorker } from '../testing/workerBundle';
import type { Engine, EngineOptions, EngineTool, RestoreJob } from './api';
import { createEngine, sharesOf } from './engine';

/**
 * What the crashing worker does: deeprestore throws, colorize exits, photoscaler hangs, pureface waits for the cancel.
 */
let workerFile: string;
let engine: Engine | undefined;

beforeAll(() => {
  workerFile = bundleWorker('test-crashing', 'testing/crashingWorker.ts');
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
  jest.restoreAllMocks();
});

function open(options: EngineOptions = {}): Engine {
  engine = createEngine({ workers: 1, workerFile, ...options });
  return engine;
}

function job(tool: EngineTool, more: Partial<RestoreJob> = {}): RestoreJob {
  return {
    tool,
    input: Buffer.from('bytes'),
    format: 'png',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  };
}

describe('a job', () => {
  test('returns output and reports progress', async () => {
    const seen: number[] = [];
    const result = await open().restore(job('textremove', { onProgress: ({ percent }) => seen.push(percent) }));
    expect(result.output.toString()).toBe('bytes');
    expect(seen).toEqual([50]);
  });

  test.each(['deeprestore', 'colorize'] as const)('that crashes its thread (%s) fails alone', async (crashing) => {
    const running = open();
    const before = running.restore(job('textremove'));
    const crash = running.restore(job(crashing));
    const after = running.restore(job('textremove'));
    await expect(crash).rejects.toMatchObject({ code: 'engine_failed' });
    expect((await before).width).toBe(1);
    expect((await after).width).toBe(1);
  });

  test.each([
    ['deeprestore', /a bug in this job/],
    ['colorize', /exit code 3/],
  ] as const)('that crashes its thread (%s) fails with the reason', async (crashing, reason) => {
    const failed = await open()
      .restore(job(crashing))
      .catch((error) => error);
    expect(String(failed.cause)).toMatch(reason);
  });

  test('without a worker fails with the reason', async () => {
    const failed = await open({ workerFile: '/nowhere/engine-worker.mjs' })
      .restore(job('textremove'))
      .catch((error) => error);
    expect(failed).toMatchObject({ code: 'engine_failed' });
    expect(String(failed.cause)).toContain('/nowhere/engine-worker.mjs');
  });
});

describe('how many run side by side', () => {
  test.each([
    { cores: 1, workers: 1, threads: 1 },
    { cores: 2, workers: 1, threads: 2 },
    { cores: 7, workers: 1, threads: 7 },
    { cores: 8, workers: 2, threads: 4 },
    { cores: 16, workers: 4, threads: 4 },
  ])('on $cores cores $workers, of $threads threads each', ({ cores, ...shares }) => {
    expect(sharesOf(cores)).toEqual(shares);
  });

  test('as many as requested; they share the cores', () => {
    expect(sharesOf(16, 2)).toEqual({ workers: 2, threads: 8 });
    expect(sharesOf(2, 3)).toEqual({ workers: 3, threads: 1 });
    expect(open({ workers: 3 }).workers).toBe(3);
  });
});

describe('the queue', () => {
  test('refuses a job beyond its limit in plain words and keeps the others', async () => {
    const running = open({ maxQueue: 1 });
    const stop = new AbortController();
    const first = running.restore(job('pureface', { signal: stop.signal }));
    const waiting = running.restore(job('textremove'));
    expect(running.queueLength).toBe(1);
    await expect(running.restore(job('textremove'))).rejects.toMatchObject({
      code: 'queue_full',
      message: expect.stringContaining('Too many photos'),
    });
    stop.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect((await waiting).width).toBe(1);
  });

  test('a waiting job can be cancelled; the others stay', async () => {
    const running = open();
    const stop = new AbortController();
    const first = running.restore(job('pureface', { signal: stop.signal }));
    const leaving = new AbortController();
    const second = running.restore(job('textremove', { signal: leaving.signal }));
    const third = running.restore(job('textremove'));
    leaving.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    expect(running.queueLength).toBe(1);
    stop.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect((await third).width).toBe(1);
  });
});

describe('cancelling', () => {
  test('rejects before the thread has stopped, and the thread then takes the next job', async () => {
    const ending = jest.spyOn(Worker.prototype, 'terminate');
    const running = open();
    const stop = new AbortController();
    const first = running.restore(job('pureface', { signal: stop.signal }));
    const second = running.restore(job('textremove'));
    stop.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    // The thread is not free yet, or the second job would have begun.
    expect(running.queueLength).toBe(1);
    expect((await second).width).toBe(1);
    expect(ending).not.toHaveBeenCalled();
  });

  test('ends a thread that does not stop, and the next job gets a new one', async () => {
    const ending = jest.spyOn(Worker.prototype, 'terminate');
    const running = open();
    const stop = new AbortController();
    const stuck = running.restore(job('photoscaler', { signal: stop.signal }));
    const next = running.restore(job('textremove'));
    stop.abort();
    await expect(stuck).rejects.toMatchObject({ code: 'cancelled' });
    expect(ending).not.toHaveBeenCalled();
    expect((await next).width).toBe(1);
    expect(ending).toHaveBeenCalledTimes(1);
  });

  test('never ends a thread inside a native call, which would end the process', async () => {
    const running = open();
    const inside = new Promise<void>((resolve) => {
      running.restore(job('lowrezfix', { onProgress: () => resolve() })).catch(() => undefined);
    });
    await inside;
    const since = Date.now();
    await running.close();
    expect(Date.now() - since).toBeGreaterThan(1_000);
  });

  test('before the start never reaches a thread', async () => {
    await expect(open().restore(job('textremove', { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

test('closing fails running and waiting jobs', async () => {
  const running = open();
  const first = running.restore(job('pureface'));
  const second = running.restore(job('textremove'));
  const outcomes = Promise.allSettled([first, second]);
  await running.close();
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'closed' } });
  await expect(running.restore(job('textremove'))).rejects.toMatchObject({ code: 'closed' });
});
