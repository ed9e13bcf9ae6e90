import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpFunction, http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { QUEUE } from '@heirlight/contract/functionNames';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { object, string } from 'valibot';
import type { Deps } from './deps';
import { RetryableError } from './errors';
import { PROFILE } from './functionOptions';
import { taskEndpoint } from './taskFunction';
import { type Attempt, handles } from './taskHandler';
import type { Queue } from './taskQueue';

const payload = object({ photoId: string() });
const queue: Queue<typeof payload> = {
  name: QUEUE.finishRestore,
  payload,
  retryConfig: { maxAttempts: 3, minBackoffSeconds: 1, maxBackoffSeconds: 1 },
  rateLimits: { maxConcurrentDispatches: 1, maxDispatchesPerSecond: 1 },
};
const options = { ...PROFILE.light, maxInstances: 1, rights: [], secrets: [] };

let server: Server;
let origin: string;
let work: (attempt: Attempt) => void;
let runs: { photoId: string; attempt: Attempt }[];
let lines: string[];

/** The function of a queue, served as on Google's machines. */
beforeAll(async () => {
  process.env.FUNCTIONS_EMULATOR = 'true';
  const handler = handles(queue, options, async ({ photoId }, _deps, attempt) => {
    runs.push({ photoId, attempt });
    work(attempt);
  });
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const deps = { log: { info: at('info'), warn: at('warn'), error: at('error') } } as unknown as Deps;
  http('task', taskEndpoint(handler, () => deps).run as HttpFunction);
  server = getTestServer('task');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env.FUNCTIONS_EMULATOR;
  server.close();
});
beforeEach(() => {
  jest.restoreAllMocks();
  work = () => {};
  runs = [];
  lines = [];
});

/** Dispatches a task as Cloud Tasks does. Returns the status. */
async function dispatch(data: unknown, retryCount: number): Promise<number> {
  const response = await fetch(origin, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-cloudtasks-queuename': 'finish-restore',
      'x-cloudtasks-taskname': 'job1',
      'x-cloudtasks-taskretrycount': String(retryCount),
    },
    body: JSON.stringify({ data }),
  });
  return response.status;
}

test('the work gets the payload as its schema reads it, and knows the first and the last attempt', async () => {
  for (const retryCount of [0, 1, 2]) expect(await dispatch({ photoId: 'p1', more: 1 }, retryCount)).toBe(204);
  expect(runs).toEqual([
    { photoId: 'p1', attempt: { isFirst: true, isLast: false } },
    { photoId: 'p1', attempt: { isFirst: false, isLast: false } },
    { photoId: 'p1', attempt: { isFirst: false, isLast: true } },
  ]);
  expect(lines).toEqual([]);
});

test('a payload that cannot be read is dropped with an alarm, for the next attempt could not read it either', async () => {
  expect(await dispatch({ photoId: 7 }, 0)).toBe(204);
  expect(runs).toEqual([]);
  expect(lines).toEqual(['error A task cannot be read and is dropped']);
});

test('a failure is tried again: an expected one is an alarm only at the last attempt', async () => {
  work = () => {
    throw new RetryableError('later');
  };
  expect(await dispatch({ photoId: 'p1' }, 0)).toBe(500);
  expect(await dispatch({ photoId: 'p1' }, 2)).toBe(500);
  work = () => {
    throw new Error('a bug');
  };
  expect(await dispatch({ photoId: 'p1' }, 0)).toBe(500);
  expect(lines).toEqual(['warn A task failed', 'error A task failed', 'error A task failed']);
});
