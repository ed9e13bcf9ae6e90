import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { PredictionProvider } from './predictionProvider';
import { readPrediction, replicateProvider } from './replicateProvider';

const REQUEST = {
  model: 'flux-kontext-apps/restore-image',
  version: null,
  input: { input_image: 'https://x/photo-1.jpg' },
  webhookUrl: 'https://functions.test/replicate-webhook?photo=photo-1',
};

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A provider that answers as told, and what it was asked. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: { timeoutMs?: number } = {},
): Promise<{ provider: PredictionProvider; asked: string[] }> {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { provider: replicateProvider({ token: 't', baseUrl: `http://127.0.0.1:${port}/v1`, ...options }), asked };
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test('an official model runs by name, a community model by its pinned version', async () => {
  const { provider, asked } = await serve((_request, response) =>
    json(response, 201, { id: 'p1', status: 'starting' }),
  );
  expect(await provider.create(REQUEST)).toMatchObject({ id: 'p1', status: 'starting' });
  await provider.create({ ...REQUEST, version: 'abc' });
  expect(asked).toEqual(['POST /v1/models/flux-kontext-apps/restore-image/predictions', 'POST /v1/predictions']);
});

test.each([
  [429, 'provider_busy'],
  [402, 'provider_unavailable'],
  [422, 'provider_rejected'],
  [404, 'provider_rejected'],
  [401, 'provider_unavailable'],
  [500, 'provider_unavailable'],
] as const)('a create answered %i is %s, and asked once', async (status, code) => {
  const { provider, asked } = await serve((_request, response) => json(response, status, { detail: 'no' }));
  await expect(provider.create(REQUEST)).rejects.toMatchObject({ code });
  expect(asked).toHaveLength(1);
});

test('a create whose answer is lost is not repeated, as the library alone would', async () => {
  const { provider, asked } = await serve((request) => request.socket.destroy());
  await expect(provider.create(REQUEST)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(asked).toHaveLength(1);
});

test('a provider that hangs is asked once, however it is asked: the library alone would wait six times', async () => {
  const { provider, asked } = await serve(() => undefined, { timeoutMs: 50 });
  await expect(provider.get('p1')).rejects.toMatchObject({ code: 'provider_unavailable' });
  await expect(provider.find('photo-1')).rejects.toMatchObject({ code: 'provider_unavailable' });
  await expect(provider.create(REQUEST)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(asked).toHaveLength(3);
});

test('an unknown job is null, and a job is found by the photo in its inputs', async () => {
  const { provider } = await serve((request, response) => {
    if (request.url !== '/v1/predictions') return json(response, 404, { detail: 'not found' });
    const results = [
      { id: 'p1', status: 'processing', input: { image: 'https://x/photo-2.jpg' } },
      { id: 'p2', status: 'processing', input: { image: 'https://x/photo-1.jpg' } },
    ];
    return json(response, 200, { results });
  });
  expect(await provider.get('nobody')).toBeNull();
  expect(await provider.find('photo-1')).toMatchObject({ id: 'p2' });
  expect(await provider.find('photo-3')).toBeNull();
});

test('reads predictions as they come, whatever they hold', () => {
  const base = { id: 'p', logs: null, input: { a: 1 } };
  expect(readPrediction({ ...base, status: 'succeeded', output: ['https://o/1.png'] })).toMatchObject({
    outputUrl: 'https://o/1.png',
    logs: '',
  });
  expect(readPrediction({ ...base, status: 'processing', output: 'https://o/early.png' })?.outputUrl).toBeNull();
  expect(readPrediction({ ...base, status: 'aborted' })?.status).toBe('canceled');
  expect(readPrediction({ ...base, status: 'something-new' })?.status).toBe('processing');
  expect(readPrediction({ ...base, status: 'failed', error: 'out of memory' })?.error).toBe('out of memory');
  for (const value of [null, 'text', 1, [], {}, { id: 'p' }]) expect(readPrediction(value)).toBeNull();
});
