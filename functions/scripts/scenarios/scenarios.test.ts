import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStripe } from '@heirlight/stripe-emulator';
import { afterEach, expect, test } from '@jest/globals';
import { runStripe, scenariosCommand, standIn } from './cli';
import { differences } from './compare';
import { runScenario } from './scenario';
import { STRIPE_SCENARIOS } from './stripe';

// The suites share two cores: a hundred requests may wait long for their turn.

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
const later = (close: () => Promise<unknown>) => void open.unshift(close);

async function command(args: string[], env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const code = await scenariosCommand({ args, env, print: (line) => lines.push(line) });
  return { code, lines };
}

test.each([
  ['stripe', /^16 scenarios, \d{2} answers, 0 differences$/],
  ['replicate', /^4 scenarios, \d{2} answers, 0 differences$/],
])('the stand-in of %s answers as is recorded, and every scenario runs to its end', async (service, last) => {
  const { code, lines } = await command([service]);
  expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([
    `${service}: the stand-in`,
    expect.stringMatching(last),
  ]);
  expect(code).toBe(0);
});

/** A service in front of another that changes its answers' texts. */
async function altering(origin: string, change: (body: string) => string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(change(await answer.text()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  later(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('every field in which a service answers otherwise is printed, and the exit code is 1', async () => {
  const settings = { termsOfServiceUrl: 'https://example.com/terms', taxCountry: 'DE' };
  const server = await startStripe({
    secretKey: 'sk_test_scenarios',
    seed: { products: [], promotionCodes: [], settings },
  });
  later(() => server.close());
  const place = await standIn(server.origin, later);
  const baseUrl = await altering(server.origin, (body) =>
    body
      .replaceAll('"charge_already_refunded"', '"refunded_before"')
      .replaceAll('"has_more": true', '"has_more": "yes"'),
  );
  const lines: string[] = [];
  const some = STRIPE_SCENARIOS.filter(({ name }) =>
    /pages of a list|refunded in part|repeated with its key/.test(name),
  );
  const code = await runStripe({ ...place, baseUrl }, { print: (line) => lines.push(line) }, some);
  expect(code).toBe(1);
  // The proxy passes no headers on.
  expect(lines.filter((line) => line.startsWith('    '))).toEqual([
    '    the first page, newest first › has_more: expected true, found "yes"',
    '    what is refunded already › error.code: expected "charge_already_refunded", found "refunded_before"',
    '    our gateway says null for it › status: expected "ok", found "error"',
    expect.stringContaining('our gateway says null for it › answer: expected null, found {'),
    '    again › replayed: expected "true", found nothing',
  ]);
  expect(lines.at(-1)).toMatch(/, 5 differences$/);
});

test('a scenario that breaks off is a difference, with the step after which it did', async () => {
  const scenario = {
    name: 'broken',
    async run(steps: Parameters<Parameters<typeof runScenario>[0]['run']>[0]) {
      await steps.expect('the first', { status: 200 }, async () => ({ status: 200, body: {} }));
      throw new Error('Socket closed');
    },
  };
  expect(await runScenario(scenario, {})).toMatchObject({
    requests: 1,
    differences: ['it broke off after the first: Socket closed'],
  });
});

test('literals, patterns, types, lists, missing fields and missing objects are told apart', () => {
  const expected = { id: /^cus_/, amount: Number, gone: undefined, list: [{ a: 1 }, { a: 2 }], deep: { x: null } };
  expect(
    differences(expected, { id: 'cus_1', amount: 3, list: [{ a: 1, b: 9 }, { a: 2 }], deep: { x: null } }),
  ).toEqual([]);
  expect(differences(expected, { id: 'sub_1', amount: '3', gone: 1, list: [{ a: 1 }], deep: null })).toEqual([
    'id: expected a text like /^cus_/, found "sub_1"',
    'amount: expected a number, found "3"',
    'gone: expected nothing, found 1',
    'list: expected [{"a":1}, {"a":2}], found [{"a":1}]',
    'deep: expected {"x":null}, found null',
  ]);
});

test.each([
  [['stripe', '--live'], {}, 'Set STRIPE_SECRET_KEY=sk_test_…'],
  [['stripe', '--live'], { STRIPE_SECRET_KEY: 'sk_live_x1y2' }, 'Only a test key is taken'],
  [['stripe', '--live'], { STRIPE_SECRET_KEY: 'rk_live_x1y2' }, 'Only a test key is taken'],
  [['replicate', '--live', '--yes'], {}, 'Set REPLICATE_API_TOKEN=r8_…'],
  [['replicate', '--live'], { REPLICATE_API_TOKEN: 'r8_x1y2' }, 'This runs a model, for at most $0.02. Add --yes'],
  [['paypal'], {}, 'npm run scenarios -- stripe|replicate [--live] [--yes]'],
  [['stripe', '--prod'], {}, 'npm run scenarios'],
])('%j with %j asks nobody and says what is needed, without the key', async (args, env, words) => {
  const { code, lines } = await command(args, env);
  expect(code).toBe(2);
  expect(lines.join('\n')).toContain(words);
  expect(lines.join('\n')).not.toContain('x1y2');
});

test('a key is not printed, even where a service repeats it', async () => {
  const { lines } = await command(['replicate'], { REPLICATE_API_TOKEN: 'prediction' });
  expect(lines.join('\n')).toContain('a … that is cancelled');
});
