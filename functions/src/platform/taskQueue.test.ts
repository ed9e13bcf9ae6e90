import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QUEUE } from '@heirlight/contract/functionNames';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { object, string } from 'valibot';
import { cloudTasks, type Queue } from './taskQueue';

const queue: Queue<ReturnType<typeof payloadSchema>> = {
  name: QUEUE.finishRestore,
  payload: payloadSchema(),
  retryConfig: { maxAttempts: 3, minBackoffSeconds: 1, maxBackoffSeconds: 1 },
  rateLimits: { maxConcurrentDispatches: 1, maxDispatchesPerSecond: 1 },
};
function payloadSchema() {
  return object({ photoId: string() });
}

interface SentTask {
  name: string;
  dispatchDeadline: string;
  scheduleTime?: string;
  httpRequest: { body: string };
}

let app: App;
let server: Server;
let status: number;
let sent: { url: string; task: SentTask }[];

/** Cloud Tasks' statuses, as a test sets them. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { task } = JSON.parse(Buffer.concat(chunks).toString()) as { task: SentTask };
      sent.push({ url: request.url ?? '', task });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status < 400 ? {} : { error: { status: 'PERMISSION_DENIED', message: 'refused' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.METADATA_SERVER_DETECTION = 'none';
  process.env.CLOUD_TASKS_EMULATOR_HOST = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = initializeApp({ projectId: 'demo-heirlight' });
});
afterAll(async () => {
  delete process.env.CLOUD_TASKS_EMULATOR_HOST;
  await deleteApp(app);
  server.close();
});
beforeEach(() => {
  status = 200;
  sent = [];
});

test('a task goes to the queue of its function, in its region, under its name and with its payload', async () => {
  await cloudTasks(() => {}).enqueue(queue, { photoId: 'p1' }, { id: 'job1' });
  const [{ url, task } = { url: '', task: undefined }] = sent;
  const resource = 'projects/demo-heirlight/locations/us-central1/queues/finish-restore/tasks';
  expect(url).toBe(`/${resource}`);
  expect(task).toMatchObject({ name: `${resource}/job1`, dispatchDeadline: '600s' });
  expect(task?.scheduleTime).toBeUndefined();
  expect(JSON.parse(Buffer.from(task?.httpRequest.body ?? '', 'base64').toString())).toEqual({
    data: { photoId: 'p1' },
  });
});

test('a delay is when the task may run first', async () => {
  const before = Date.now();
  await cloudTasks(() => {}).enqueue(queue, { photoId: 'p1' }, { id: 'job1', delayS: 30 });
  expect(Date.parse(sent[0]?.task.scheduleTime ?? '') - before).toBeGreaterThanOrEqual(30_000);
});

test('a name that was taken is success, any other rejection is thrown', async () => {
  status = 409;
  await cloudTasks(() => {}).enqueue(queue, { photoId: 'p1' }, { id: 'job1' });
  expect(sent).toHaveLength(1);
  status = 403;
  await expect(cloudTasks(() => {}).enqueue(queue, { photoId: 'p1' }, { id: 'job1' })).rejects.toThrow('refused');
});
