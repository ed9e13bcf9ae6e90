import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpFunction, http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { CALLABLES } from '@heirlight/contract/callables';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { PROFILE, type RunOptions } from './functionOptions';
import { type DeployedCallable, implementPublic } from './implement';

/** How a function runs that may do nothing. */
const OPTIONS: RunOptions = { ...PROFILE.light, maxInstances: 1, rights: [], secrets: [] };
const definitions = Object.values<DeployedCallable>(CALLABLES);
const before = { ...process.env };
let server: Server;
let origin: string;
/** The severities of what the functions logged. */
let severities: string[];

/** Every callable at its name, parsed and served as on Google's machines; each returns what it was given. */
beforeAll(async () => {
  Object.assign(process.env, {
    APP_ORIGIN: 'https://example.com',
    FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo-heirlight', storageBucket: 'demo-heirlight.appspot.com' }),
    GCLOUD_PROJECT: 'demo-heirlight',
  });
  const endpoints = definitions.map((definition) => implementPublic(definition, OPTIONS, (body) => body));
  http('callables', (request, response) => {
    const endpoint = endpoints.find(({ name }) => request.path === `/${name}`);
    if (!endpoint) throw new Error(`There is no ${request.path}`);
    return (endpoint.run as HttpFunction)(request, response);
  });
  server = getTestServer('callables');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  process.env = before;
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  severities = [];
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((line) => {
      severities.push(String(JSON.parse(String(line)).severity));
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function post(name: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/${name}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

const nested = (depth: number, [open, close]: readonly [string, string]) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

test.each([
  ['arrays 5,000 deep', nested(5_000, ['[', ']'])],
  ['arrays 100,000 deep', nested(100_000, ['[', ']'])],
  ['objects 5,000 deep', nested(5_000, ['{"a":', '}'])],
  ['a photo id 5,000 deep', `{"photoId":${nested(5_000, ['[', ']'])}}`],
  ['a field nobody reads, 5,000 deep', `{"photoId":"x","more":${nested(5_000, ['[', ']'])}}`],
  ['a number of a type that cannot be read', '{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"x"}'],
  ['an unknown type', '{"photoId":{"@type":"type.googleapis.com/x","value":1}}'],
])('%s: refused by every callable, and no alarm [spec 10.6]', async (_name, data) => {
  for (const { name } of definitions) {
    const { status, text } = await post(name, `{"data":${data}}`);
    expect([name, status, JSON.parse(text)]).toEqual([
      name,
      400,
      { error: { status: 'INVALID_ARGUMENT', message: 'invalid_request', details: { code: 'invalid_request' } } },
    ]);
  }
  expect(severities).not.toContain('ERROR');
});

test.each(['.', '..', '__x__', 'a/b', '\\ud800', '\\u0000', '__proto__', 'x'.repeat(1_600)])(
  'the id %s is no photo’s, and no alarm [spec 10.6]',
  async (id) => {
    const data = `{"photoId":"${id}","requestId":"${id}","modelId":"${id}","confirm":"${id}","user_id_in":"${id}"}`;
    for (const { name } of definitions) expect((await post(name, `{"data":${data}}`)).status).toBeLessThan(500);
    for (const name of ['delete-photo', 'restore-again'])
      expect((await post(name, `{"data":${data}}`)).status).toBe(400);
    expect(severities).not.toContain('ERROR');
  },
);

test.each(['{}', 'null', '[1]', '{"data":', '', '{"data":"\\ud800"}', '{"data":{"__proto__":{"photoId":1}}}'])(
  'the body %s is no alarm',
  async (body) => {
    for (const { name } of definitions) expect((await post(name, body)).status).toBeLessThan(500);
    expect(severities).not.toContain('ERROR');
  },
);

test('a request that is no call is no alarm; a preflight is let through', async () => {
  for (const { name } of definitions) {
    expect((await fetch(`${origin}/${name}`)).status).toBe(400);
    expect((await fetch(`${origin}/${name}`, { method: 'POST', body: '{"data":{}}' })).status).toBe(400);
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${origin}/${name}`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).not.toBeNull();
  }
  expect(severities).not.toContain('ERROR');
});

test('what clients send arrives as it was sent', async () => {
  expect(await post('fetch_credits', '{"data":{"user_id_in":"ada"}}')).toEqual({
    status: 200,
    text: '{"result":{"user_id_in":"ada"}}',
  });
});
