import { beforeEach, expect, jest, test } from '@jest/globals';
import { serverNow } from '../../lib/serverClock';
import type * as PlainFirestore from './plainFirestore';

jest.mock('firebase/auth', () => ({
  initializeAuth: () => ({ currentUser: { getIdToken: async () => 'an-id-token' } }),
}));
jest.mock('firebase/app', () => ({ initializeApp: () => ({}) }));
jest.mock('firebase/app-check', () => ({
  initializeAppCheck: () => 'the app check',
  ReCaptchaEnterpriseProvider: jest.fn(),
  getToken: async (appCheck: string) => ({ token: `vouched by ${appCheck}` }),
}));

const { hasProcessing, photosWithDate, readPhotos } = jest.requireActual<typeof PlainFirestore>('./plainFirestore');

const config = { firebase: { apiKey: 'key', projectId: 'family' }, appCheckSiteKey: 'site' };
const request = jest.fn<(url: string, init: RequestInit) => Promise<unknown>>();
beforeEach(() => {
  request.mockReset();
  globalThis.fetch = jest.fn<typeof fetch>(async (url, init) => {
    if (url === '/config.json') return { ok: true, json: async () => config } as Response;
    return (await request(String(url), init ?? {})) as Response;
  });
});
const answer = (json: unknown, status = 200) => ({ ok: status === 200, status, json: async () => json });

const time = '2026-11-20T14:05:00.250Z';
const fields = {
  id: { stringValue: 'p1' },
  user_id: { stringValue: 'ada' },
  status: { stringValue: 'failed' },
  created_at: { timestampValue: time },
  tool: { stringValue: 'colorize' },
  original_path: { stringValue: 'images/ada/p1-a.jpg' },
  restored_url: { nullValue: null },
  progress_percent: { doubleValue: 12.5 },
  original_size: {
    mapValue: {
      fields: { width: { integerValue: '40' }, height: { integerValue: '30' }, bytes: { integerValue: '9' } },
    },
  },
  error: { mapValue: { fields: { code: { stringValue: 'internal' }, detail: { stringValue: 'why' } } } },
  tags: { arrayValue: { values: [{ booleanValue: true }] } },
  nothing: { arrayValue: {} },
};
const name = 'projects/family/databases/(default)/documents/photos/p1';

test('reads the newest photos as the user, with what App Check vouches', async () => {
  request.mockResolvedValue(answer([{ document: { name, fields }, readTime: time }, { readTime: time }]));
  expect(await readPhotos({ userId: 'ada', count: 6 })).toMatchObject([
    {
      id: 'p1',
      status: 'failed',
      created_at: new Date(time),
      restored_url: null,
      progress_percent: 12.5,
      original_size: { width: 40, height: 30, bytes: 9 },
      error: { code: 'internal', detail: 'why' },
    },
  ]);
  const [url, { headers, body }] = request.mock.calls[0]!;
  expect(url).toBe('https://firestore.googleapis.com/v1/projects/family/databases/(default)/documents:runQuery');
  expect(headers).toMatchObject({
    authorization: 'Bearer an-id-token',
    'x-firebase-appcheck': 'vouched by the app check',
  });
  expect(JSON.parse(String(body)).structuredQuery).toMatchObject({ from: [{ collectionId: 'photos' }], limit: 6 });
});

test('reads photos that have a date, the oldest first', async () => {
  request.mockResolvedValue(answer([{ document: { name, fields } }]));
  expect(await photosWithDate({ userId: 'ada', count: 300 })).toMatchObject([{ id: 'p1' }]);
  const compared = (fieldPath: string, op: string, stringValue: string) => ({
    fieldFilter: { field: { fieldPath }, op, value: { stringValue } },
  });
  const filters = [compared('user_id', 'EQUAL', 'ada'), compared('taken_on', 'GREATER_THAN', '')];
  expect(JSON.parse(String(request.mock.calls[0]![1].body)).structuredQuery).toEqual({
    from: [{ collectionId: 'photos' }],
    where: { compositeFilter: { op: 'AND', filters } },
    orderBy: [{ field: { fieldPath: 'taken_on' }, direction: 'ASCENDING' }],
    limit: 300,
  });
});

test('learns what time it is on the server', async () => {
  const aDayAgo = new Date(Date.now() - 86_400_000).toISOString();
  request.mockResolvedValueOnce(answer([{ readTime: aDayAgo }]));
  await readPhotos({ userId: 'ada', count: 6 });
  expect(Math.abs(serverNow() - Date.parse(aDayAgo))).toBeLessThan(5_000);
  request.mockResolvedValueOnce(answer([{ readTime: new Date().toISOString() }]));
  await readPhotos({ userId: 'ada', count: 6 });
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(5_000);
});

test('a photo that does not fit is logged with its path and hides no other', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = { name: name.replace('p1', 'p2'), fields: { ...fields, status: { stringValue: 'half' } } };
  request.mockResolvedValue(answer([{ document: broken }, { document: { name, fields } }]));
  expect((await readPhotos({ userId: 'ada', count: 6 })).map(({ id }) => id)).toEqual(['p1']);
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/^photos\/p2 .*status/));
  log.mockRestore();
});

test('knows whether any photo is processing by the id and status of those that are [spec 4.12, 7.2]', async () => {
  request.mockResolvedValueOnce(answer([{ document: { name, fields } }])).mockResolvedValueOnce(answer([{}]));
  expect([await hasProcessing('ada'), await hasProcessing('ada')]).toEqual([true, false]);
  const equals = (fieldPath: string, stringValue: string) => ({
    fieldFilter: { field: { fieldPath }, op: 'EQUAL', value: { stringValue } },
  });
  expect(JSON.parse(String(request.mock.calls[0]![1].body)).structuredQuery).toEqual({
    select: { fields: [{ fieldPath: 'id' }, { fieldPath: 'status' }] },
    from: [{ collectionId: 'photos' }],
    where: { compositeFilter: { op: 'AND', filters: [equals('user_id', 'ada'), equals('status', 'processing')] } },
  });
});

test.each([
  [
    [{ error: { status: 'PERMISSION_DENIED', message: 'Missing permissions.' } }],
    'permission-denied',
    'Missing permissions.',
  ],
  [{ error: { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } }, 'resource-exhausted', 'Quota exceeded.'],
  ['<html>', 'unknown', 'HTTP 429'],
])('an error carries the server’s code and words', async (json, code, message) => {
  request.mockResolvedValue(answer(json, 429));
  await expect(readPhotos({ userId: 'ada', count: 6 })).rejects.toMatchObject({ code, message });
});

test('a request that got nowhere counts as unavailable', async () => {
  request.mockRejectedValue(new TypeError('Failed to fetch'));
  const message = 'Request failed with error: Failed to fetch';
  await expect(hasProcessing('ada')).rejects.toMatchObject({ code: 'unavailable', message });
});
