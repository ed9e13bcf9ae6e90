import { type RunningServer, startServer } from '@heirlight/emulator-kit/http';
import { startFirestore } from '@heirlight/firestore-emulator';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { registerFirestoreTriggers } from './firestoreTriggers';
import { createFunctionsHost } from './host';
import type { UsageReport } from './usage';

interface Request {
  method: string;
  rawBody?: Buffer;
  socket: { localPort?: number };
  query: Record<string, unknown>;
}
interface Response {
  send(body: unknown): void;
}
const endpoint = (handler: object, manifest: object = { httpsTrigger: {} }) =>
  Object.assign(handler, { __endpoint: manifest });

let server: RunningServer;
const events: unknown[] = [];
const waiting: (() => void)[] = [];
let slow: (name: string) => Promise<void> = async () => {};
let wish: (event: object) => void = () => {};
const wished = new Promise<object>((resolve) => {
  wish = resolve;
});
const FINALIZED = 'google.cloud.storage.object.v1.finalized';
const CREATED = 'google.cloud.firestore.document.v1.created';

const backend = {
  hello: endpoint((request: Request, response: Response) =>
    response.send({ raw: request.rawBody?.toString(), query: request.query }),
  ),
  group: {
    inner: {
      meet: endpoint(async (_request: Request, response: Response) => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 3) for (const release of waiting) release();
        });
        response.send('met');
      }),
    },
  },
  fails: endpoint(async () => {
    throw new Error('on purpose');
  }),
  stored: endpoint((event: { data: unknown }) => void events.push(event.data), {
    eventTrigger: { eventType: FINALIZED, eventFilters: { bucket: 'attic' } },
  }),
  wish: {
    made: endpoint((event: object) => wish(event), {
      eventTrigger: {
        eventType: CREATED,
        eventFilters: { database: '(default)', namespace: '(default)' },
        eventFilterPathPatterns: { document: 'wishes/{id}' },
      },
    }),
  },
  large: endpoint((_request: Request, response: Response) => response.send('done'), {
    httpsTrigger: {},
    availableMemoryMb: 2048,
    cpu: 2,
  }),
  picture: endpoint(
    (request: Request, response: Response) =>
      response.send({ port: request.socket.localPort, raw: `${request.rawBody}` }),
    { httpsTrigger: {}, concurrency: 1 },
  ),
  finish: endpoint((request: Request, response: Response) => response.send(`${request.socket.localPort}`), {
    httpsTrigger: {},
    taskQueueTrigger: {},
    concurrency: 1,
  }),
  slow: endpoint(
    async (request: Request, response: Response) => {
      await slow(String(request.query.name));
      response.send('done');
    },
    { httpsTrigger: {}, concurrency: 1 },
  ),
  never: endpoint(() => undefined),
  notAFunction: 5,
};

let [calls, tasks]: RunningServer[] = [];
beforeAll(async () => {
  [calls, tasks] = await Promise.all(
    [0, 1].map(() => startServer({ port: 0, create: () => createFunctionsHost(backend) })),
  );
  const alone = { calls: async () => calls!.origin, tasks: async () => tasks!.origin };
  server = await startServer({ port: 0, create: () => createFunctionsHost(backend, { alone }) });
});
afterAll(async () => {
  for (const one of [server, calls, tasks]) await one?.close();
});

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};

const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${server.origin}${path}`, { method: 'POST', body, headers: { 'content-type': type } });
const MULTICAST = '/functions/projects/demo/trigger_multicast';
const cloudEvent = (type: string, data: object) =>
  post(
    MULTICAST,
    JSON.stringify({ specversion: '1.0', id: '1', source: '//storage', type, data }),
    'application/cloudevents+json; charset=UTF-8',
  );

describe('the functions host', () => {
  it('hands over the bytes as they came, and the query', async () => {
    const body = '{ "a":   1 }';
    const response = await post('/demo/us-central1/hello?photo=7', body);
    expect(await response.json()).toEqual({ raw: body, query: { photo: '7' } });
  });

  it('lists the functions as the Functions emulator does', async () => {
    const response = await fetch(`${server.origin}/backends`);
    const names = [
      'hello',
      'group.inner.meet',
      'fails',
      'stored',
      'wish.made',
      'large',
      'picture',
      'finish',
      'slow',
      'never',
    ];
    const functionTriggers = names.map((entryPoint) => ({ entryPoint }));
    expect(await response.json()).toEqual({ backends: [{ functionTriggers }] });
  });

  it('serves requests of one function at the same time, by its deployed name', async () => {
    const calls = Array.from({ length: 3 }, () => post('/demo/us-central1/group-inner-meet', '{}'));
    expect(await Promise.all((await Promise.all(calls)).map((response) => response.text()))).toEqual(
      Array(3).fill('met'),
    );
  });

  it('runs a schedule by its trigger', async () => {
    expect((await post('/functions/projects/demo/triggers/us-central1-hello-0', '{}')).status).toBe(200);
  });

  it('gives an event to functions with matching type and filters, in 2nd-generation form only', async () => {
    await cloudEvent(FINALIZED, { bucket: 'attic', name: 'a.jpg' });
    await cloudEvent(FINALIZED, { bucket: 'cellar', name: 'b.jpg' });
    await cloudEvent('google.cloud.storage.object.v1.deleted', { bucket: 'attic', name: 'c.jpg' });
    const legacy = await post(MULTICAST, JSON.stringify({ eventType: 'google.storage.object.finalize', data: {} }));
    expect(legacy.status).toBe(200);
    expect(events).toEqual([{ bucket: 'attic', name: 'a.jpg' }]);
  });

  it('has Firestore tell it of new documents, each for its function', async () => {
    const firestore = await startFirestore({ functionsHost: new URL(server.origin).host });
    try {
      const address = `${firestore.host}:${firestore.port}`;
      await registerFirestoreTriggers(backend, { firestore: address, projectId: 'demo' });
      const path = 'projects/demo/databases/(default)/documents/wishes/one';
      const fields = { n: { integerValue: '1' } };
      await fetch(`http://${address}/v1/${path}`, { method: 'PATCH', body: JSON.stringify({ fields }) });
      expect(await wished).toMatchObject({ document: 'wishes/one', data: { value: { fields } } });
    } finally {
      await firestore.close();
    }
  });

  it('has another process run what answers one request at a time, and a third one the tasks among it', async () => {
    const response = await post('/demo/us-central1/picture', '{ "a": 1 }');
    expect(await response.json()).toEqual({ port: calls!.port, raw: '{ "a": 1 }' });
    expect(await (await post('/demo/us-central1/finish', '{}')).text()).toBe(`${tasks!.port}`);
    const { functions } = (await (await fetch(`${server.origin}/usage`)).json()) as UsageReport;
    expect(functions.find(({ name }) => name === 'picture')?.invocations).toBe(1);
  });

  it('answers two requests at once of what answers one at a time, and the others in their order', async () => {
    const began: string[] = [];
    const releases: (() => void)[] = [];
    const release = () => releases.shift()?.();
    slow = async (name) => {
      began.push(name);
      await new Promise<void>((resolve) => releases.push(resolve));
    };
    const hangUp = new AbortController();
    const ask = (name: string, signal?: AbortSignal) =>
      fetch(`${server.origin}/demo/us-central1/slow?name=${name}`, { method: 'POST', signal: signal ?? null });
    const first = ask('a');
    await until(() => began.length === 1);
    const answers = [first, ask('b')];
    await until(() => began.length === 2);
    const lost = ask('c', hangUp.signal).catch(() => 'hung up');
    // Another function does not wait for them.
    await post('/demo/us-central1/picture', '{}');
    hangUp.abort();
    await lost;
    answers.push(ask('d'));
    await post('/demo/us-central1/picture', '{}');
    expect(began).toEqual(['a', 'b']);
    release();
    await until(() => began.length === 3);
    expect(began).toEqual(['a', 'b', 'd']);
    release();
    release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('returns 500 when a function throws, and 404 for one that does not exist', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    expect((await post('/demo/us-central1/fails', '{}')).status).toBe(500);
    expect(log).toHaveBeenCalled();
    expect((await post('/demo/us-central1/notAFunction', '{}')).status).toBe(404);
    expect((await fetch(`${server.origin}/`)).status).toBe(404);
  });

  it('says how often each function ran, how long, and on what', async () => {
    const usageOf = async (name: string) => {
      const response = await fetch(`${server.origin}/usage`);
      const { functions } = (await response.json()) as UsageReport;
      return functions.find((one) => one.name === name);
    };
    const before = await usageOf('stored');
    await post('/demo/us-central1/large', '{}');
    await cloudEvent(FINALIZED, { bucket: 'attic', name: 'counted' });
    expect(await usageOf('large')).toMatchObject({ name: 'large', memoryMiB: 2048, cpu: 2, invocations: 1 });
    const { milliseconds = 0, billedMilliseconds = 0 } = (await usageOf('large')) ?? {};
    expect(billedMilliseconds % 100).toBe(0);
    expect(billedMilliseconds - milliseconds).toBeGreaterThanOrEqual(0);
    expect((await usageOf('stored'))?.invocations).toBe((before?.invocations ?? 0) + 1);
    expect(await usageOf('never')).toMatchObject({ memoryMiB: 256, cpu: 1, invocations: 0, milliseconds: 0 });
  });
});
