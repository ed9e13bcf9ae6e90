import { CALLABLES } from '@heirlight/contract/callables';
import { expect, test } from '@jest/globals';
import type { CallableFunction, CallableRequest } from 'firebase-functions/https';
import { exportsOf } from './endpoint';
import { PROFILE, type RunOptions } from './functionOptions';
import { type DeployedCallable, implementPublic } from './implement';

Object.assign(process.env, {
  APP_ORIGIN: 'https://example.com',
  FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo-heirlight', storageBucket: 'demo-heirlight.appspot.com' }),
  GCLOUD_PROJECT: 'demo-heirlight',
});

/** How a function runs that may do nothing. */
const OPTIONS: RunOptions = { ...PROFILE.light, maxInstances: 1, rights: [], secrets: [] };

/** Calls an implementation that returns what it was given, past the network but with everything else around it. */
async function readBy(definition: DeployedCallable, data: unknown): Promise<unknown> {
  const { run } = implementPublic(definition, OPTIONS, (request) => request);
  const request = { data, rawRequest: {} } as unknown as CallableRequest;
  return (run as CallableFunction<unknown, unknown>).run(request);
}

const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const refused: [string, DeployedCallable, unknown][] = [
  ['no body', CALLABLES.fetchCredits, null],
  ['a body that is no object', CALLABLES.fetchCredits, 'ada'],
  ['a missing field', CALLABLES.fetchCredits, {}],
  ['a field that is no text', CALLABLES.fetchCredits, { user_id_in: 7 }],
  ['an empty text', CALLABLES.deletePhoto, { photoId: '' }],
  // Firestore would refuse the first three as document ids, and the fourth names another document.
  ...['.', '..', '__x__', `${UUID}/x/y`, 'no-uuid'].map((photoId): [string, DeployedCallable, unknown] => [
    `deleting the photo ${photoId}`,
    CALLABLES.deletePhoto,
    { photoId },
  ]),
  ['a source that is no uuid', CALLABLES.restoreAgain, { photoId: '__x__', modelId: 'pureface', requestId: UUID }],
  ['an unknown tool', CALLABLES.restore, { imageUrl: 'https://a.test', model: 'm', modelId: 'constructor' }],
  ['a URL that is too long', CALLABLES.restore, { imageUrl: 'x'.repeat(2_001), model: 'm', modelId: 'pureface' }],
  ['more than a uuid', CALLABLES.restoreAgain, { photoId: UUID, modelId: 'pureface', requestId: `${UUID}0` }],
  ['a uuid after something', CALLABLES.restoreAgain, { photoId: UUID, modelId: 'pureface', requestId: `x/${UUID}` }],
  ['a deletion that is not confirmed', CALLABLES.deleteAccount, { confirm: 'delete' }],
  ['a checkout without a price', CALLABLES.createCheckoutSession, { userId: 'ada', email: 'ada@example.com' }],
];

test.each(refused)('%s is refused as invalid_request', async (_name, definition, body) => {
  await expect(readBy(definition, body)).rejects.toMatchObject({
    code: 'invalid-argument',
    details: { code: 'invalid_request' },
  });
});

test.each<[string, DeployedCallable, unknown, unknown]>([
  ['fields nobody asked for', CALLABLES.fetchCredits, { user_id_in: 'ada', more: 1 }, { user_id_in: 'ada' }],
  ['a uuid', CALLABLES.deletePhoto, { photoId: UUID }, { photoId: UUID }],
  [
    'a checkout without an e-mail address',
    CALLABLES.createCheckoutSession,
    { priceId: 'price_1', userId: 'ada' },
    { priceId: 'price_1', userId: 'ada', email: '' },
  ],
  ['nothing for list-prices', CALLABLES.listPrices, null, null],
])('%s: accepted', async (_name, definition, body, read) => {
  expect(await readBy(definition, body)).toEqual(read);
});

test('deployed names become nested exports', () => {
  const [restore, webhook, credits] = [() => 1, () => 2, () => 3];
  const endpoints = [
    { name: 'replicate-restore', run: restore },
    { name: 'replicate-webhook', run: webhook },
    { name: 'fetch_credits', run: credits },
  ];
  expect(exportsOf(endpoints)).toEqual({ replicate: { restore, webhook }, fetch_credits: credits });
});

test.each([
  ['a-b', 'a-b'],
  ['a', 'a-b'],
  ['a-b', 'a'],
])('the names %s and %s cannot both be deployed', (first, second) => {
  const run = () => {};
  expect(() => exportsOf([first, second].map((name) => ({ name, run })))).toThrow();
});
