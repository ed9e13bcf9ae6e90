import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { testPng } from '../../test/support/pictures';
import { useReplicateEmulator } from '../../test/support/replicateEmulator';
import type { PredictionRequest } from './predictionProvider';
import { readPrediction, replicateProvider } from './replicateProvider';

const emulator = useReplicateEmulator();
const GFPGAN = '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c';

async function requestOf(change: Partial<PredictionRequest> = {}): Promise<PredictionRequest> {
  const picture = `data:image/png;base64,${(await testPng({ width: 20, height: 16 })).toString('base64')}`;
  return {
    model: 'flux-kontext-apps/restore-image',
    version: null,
    input: { input_image: picture },
    webhookUrl: 'http://127.0.0.1:9/replicate-webhook',
    ...change,
  };
}
const made = async () => (await emulator.state()).predictions.length;

test('an official model runs by name, a community model by its pinned version', async () => {
  const { input, ...request } = await requestOf();
  const provider = emulator.provider();
  const official = await provider.create({ ...request, input });
  const community = await provider.create({ ...request, version: GFPGAN, input: { img: input.input_image ?? '' } });
  const { predictions } = await emulator.state();
  expect(predictions.filter(({ id }) => [official.id, community.id].includes(id))).toMatchObject([
    { tool: 'deeprestore' },
    { tool: 'pureface' },
  ]);
});

test.each([
  ['throttle', 'provider_busy'],
  ['no_credit', 'provider_unavailable'],
  ['error', 'provider_unavailable'],
] as const)('a create that meets the fault %s is %s, and is not repeated', async (kind, code) => {
  await emulator.faults({ creates: [{ kind, count: 9 }] });
  await expect(emulator.provider().create(await requestOf())).rejects.toMatchObject({ code });
  expect((await emulator.state()).faults.creates).toEqual([{ kind, count: 8 }]);
});

test.each([
  ['a model nobody has', { model: 'nobody/nothing' }, {}, 'provider_rejected'],
  ['an input the model does not take', { input: { input_image: 7 } }, {}, 'provider_rejected'],
  ['a wrong token', {}, { token: 'r8_wrong' }, 'provider_unavailable'],
] as const)('a create with %s is refused and makes no job', async (_name, change, options, code) => {
  const before = await made();
  const create = emulator.provider(options).create(await requestOf(change));
  await expect(create).rejects.toMatchObject({ code });
  expect(await made()).toBe(before);
});

test('a create whose response is lost is not repeated, as the library alone would', async () => {
  const before = await made();
  await emulator.faults({ creates: [{ kind: 'drop', count: 9 }] });
  await expect(emulator.provider().create(await requestOf())).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(await made()).toBe(before + 1);
});

test('a provider that hangs is asked once: the library alone would wait six times', async () => {
  await emulator.faults({ creates: [{ kind: 'timeout', count: 9 }] });
  const provider = emulator.provider({ timeoutMs: 1_500 });
  await expect(provider.create(await requestOf())).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect((await emulator.state()).faults.creates).toEqual([{ kind: 'timeout', count: 8 }]);
});

test('a host that never answers is asked once for a job, too', async () => {
  let asked = 0;
  const silent = createServer(() => asked++);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
  const provider = replicateProvider({ token: 't', baseUrl, timeoutMs: 1_000 });
  await expect(provider.get('p1')).rejects.toMatchObject({ code: 'provider_unavailable' });
  await expect(provider.find('photo-1')).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(asked).toBe(2);
  silent.closeAllConnections();
  silent.close();
});

test('a job is looked for on every page of the last hour, and on none of those before', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const entry = (minutes: number, photoId: string) => ({
    ...{ id: `p${minutes}`, status: 'processing', created_at: minutesAgo(minutes), input: { image: photoId } },
  });
  const pages = [
    [entry(1, 'x'), entry(2, 'x')],
    [entry(20, 'x'), entry(40, 'late')],
    [entry(50, 'x'), entry(70, 'x')],
    [entry(90, 'ancient')],
  ];
  const asked: number[] = [];
  const server = createServer((request, response) => {
    const index = Number(new URL(request.url ?? '/', 'http://host').searchParams.get('cursor') ?? 0);
    asked.push(index);
    const next = index + 1 < pages.length ? `http://${request.headers.host}/v1/predictions?cursor=${index + 1}` : null;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ previous: null, next, results: pages[index] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = replicateProvider({ token: 't', baseUrl });
  expect(await provider.find('late')).toMatchObject({ id: 'p40' });
  expect(asked).toEqual([0, 1]);
  expect(await provider.find('ancient')).toBeNull();
  expect(asked).toEqual([0, 1, 0, 1, 2]);
  server.closeAllConnections();
  server.close();
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
  expect(readPrediction({ ...base, status: 'failed', metrics: { predict_time: 3.5 } })?.seconds).toBe(3.5);
  expect(readPrediction({ ...base, status: 'failed', metrics: {} })?.seconds).toBeNull();
  for (const value of [null, 'text', 1, [], {}, { id: 'p' }]) expect(readPrediction(value)).toBeNull();
});
