import { type RunningServer, sendJson, startServer } from '@heirlight/emulator-kit/http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { registerQueues } from './queues';

const endpoint = (manifest: object) => Object.assign(() => {}, { __endpoint: manifest });
const backend = {
  finish: {
    restore: endpoint({
      taskQueueTrigger: { retryConfig: { maxAttempts: 7 }, rateLimits: { maxConcurrentDispatches: 2 } },
    }),
  },
  hello: endpoint({ httpsTrigger: {} }),
};

let server: RunningServer;
let status = 200;
const posted: { url: string | undefined; body: unknown }[] = [];

/** Takes what firebase-tools' Tasks emulator would be told. */
beforeAll(async () => {
  server = await startServer({
    port: 0,
    create: () => ({
      async listener(request, response) {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        posted.push({ url: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
        sendJson(response, { status, body: {} });
      },
    }),
  });
});
afterAll(() => server.close());

it('registers the functions that have a queue, each with its address, retries and rates', async () => {
  const [tasks, projectId] = [`127.0.0.1:${server.port}`, 'demo-heirlight'];
  const where = { tasks, projectId, functions: 'http://127.0.0.1:5001' };
  await registerQueues(backend, where);
  expect(posted).toEqual([
    {
      url: '/projects/demo-heirlight/locations/us-central1/queues/finish-restore',
      body: {
        retryConfig: { maxAttempts: 7 },
        rateLimits: { maxConcurrentDispatches: 2 },
        defaultUri: 'http://127.0.0.1:5001/demo-heirlight/us-central1/finish-restore',
      },
    },
  ]);
  status = 400;
  await expect(registerQueues(backend, where)).rejects.toThrow('the queue finish-restore');
});
