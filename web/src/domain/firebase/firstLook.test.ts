import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { lookFirst } from './firstLook';

const config = { firebase: { apiKey: 'key', projectId: 'family', appId: 'web' }, stripePublishableKey: '' };
const MINUTE = 60_000;

type Kept = Map<string, unknown> | null;
/** What Firebase Auth has kept, by key; null if it never ran here. */
let kept: Kept;
/** The same for App Check. */
let keptByAppCheck: Kept;
/** How many databases were opened and not closed: the SDK could not open those in another version. */
let openDatabases = 0;

/** An IDBRequest that succeeds, or fails, in a moment. */
function asked<Result>(give: () => Result): IDBRequest<Result> {
  const request: Partial<Record<'onsuccess' | 'onerror', () => void>> & { result?: Result; error?: unknown } = {};
  queueMicrotask(() => {
    try {
      request.result = give();
      request.onsuccess?.();
    } catch (error) {
      request.error = error;
      request.onerror?.();
    }
  });
  return request as unknown as IDBRequest<Result>;
}

function open(name: string): IDBOpenDBRequest {
  const close = () => {
    openDatabases--;
  };
  const content = { firebaseLocalStorageDb: kept, 'firebase-app-check-database': keptByAppCheck }[name];
  const get = (key: string) => asked(() => content?.get(key));
  const request = asked(() => {
    if (!content) {
      (request as unknown as IDBOpenDBRequest).onupgradeneeded?.({} as IDBVersionChangeEvent);
      throw new DOMException('The transaction was aborted', 'AbortError');
    }
    openDatabases++;
    return { transaction: () => ({ objectStore: () => ({ get }) }), close } as unknown as IDBDatabase;
  });
  return Object.assign(request, { transaction: { abort: jest.fn() } }) as unknown as IDBOpenDBRequest;
}
Object.assign(globalThis, { indexedDB: { open } });

const requests: [url: string, init: RequestInit][] = [];
let answers: Record<string, unknown>;

beforeEach(() => {
  requests.length = 0;
  openDatabases = 0;
  answers = { '/config.json': config, ':runQuery': [{ readTime: 'now' }], '/v1/token': { id_token: 'a new token' } };
  kept = new Map();
  keptByAppCheck = null;
  globalThis.fetch = jest.fn<typeof fetch>(async (url, init = {}) => {
    requests.push([String(url), init]);
    const [, json] = Object.entries(answers).find(([part]) => String(url).includes(part)) ?? [];
    return { ok: json !== undefined, status: 403, json: async () => json ?? {} } as Response;
  });
});

/** Signs ada in; her token ends after so many ms. */
function signedIn(left: number): void {
  kept?.set('firebase:authUser:key:[DEFAULT]', {
    value: {
      uid: 'ada',
      stsTokenManager: {
        accessToken: 'the kept token',
        refreshToken: 'the refresh token',
        expirationTime: Date.now() + left,
      },
    },
  });
}
/** Turns App Check on, with a token of an earlier visit that ends after so many ms. */
function withAppCheck(left: number): void {
  answers['/config.json'] = { ...config, appCheckSiteKey: 'site' };
  keptByAppCheck = new Map([['web-[DEFAULT]', { value: { token: 'vouched', expireTimeMillis: Date.now() + left } }]]);
}
const urls = () => requests.map(([url]) => url.replace(/\?.*/, ''));
const QUERY = 'https://firestore.googleapis.com/v1/projects/family/databases/(default)/documents:runQuery';

describe('the first photos, without an SDK', () => {
  test('are read as the user whom Firebase Auth has kept', async () => {
    signedIn(5 * MINUTE);
    expect(await lookFirst()).toEqual({ userId: 'ada', photos: [] });
    expect(urls()).toEqual(['/config.json', QUERY]);
    const { headers, body } = requests[1]?.[1] ?? {};
    expect(headers).toMatchObject({ authorization: 'Bearer the kept token' });
    expect(JSON.parse(String(body)).structuredQuery).toMatchObject({
      where: { fieldFilter: { field: { fieldPath: 'user_id' }, value: { stringValue: 'ada' } } },
      limit: 6,
    });
    expect(openDatabases).toBe(0);
  });

  test('a token that has ended, or is about to, is refreshed first', async () => {
    for (const left of [-MINUTE, 20_000]) {
      requests.length = 0;
      signedIn(left);
      await lookFirst();
      expect(urls()).toEqual(['/config.json', 'https://securetoken.googleapis.com/v1/token', QUERY]);
      expect(String(requests[1]?.[1].body)).toBe('grant_type=refresh_token&refresh_token=the+refresh+token');
      expect(requests[2]?.[1].headers).toMatchObject({ authorization: 'Bearer a new token' });
    }
  });

  test('with App Check, every request carries the token that an earlier visit left', async () => {
    signedIn(-MINUTE);
    withAppCheck(5 * MINUTE);
    expect(await lookFirst()).toEqual({ userId: 'ada', photos: [] });
    expect(urls().slice(1)).toEqual(['https://securetoken.googleapis.com/v1/token', QUERY]);
    for (const [, { headers }] of requests.slice(1))
      expect(headers).toMatchObject({ 'x-firebase-appcheck': 'vouched' });
    expect(openDatabases).toBe(0);
  });

  test('without App Check, a token that it once left is not sent', async () => {
    signedIn(5 * MINUTE);
    withAppCheck(5 * MINUTE);
    answers['/config.json'] = config;
    await lookFirst();
    expect(requests.at(-1)?.[1].headers).not.toHaveProperty('x-firebase-appcheck');
  });

  test('with a local suite, its services are asked', async () => {
    answers['/config.json'] = { ...config, endpoints: { auth: 'http://auth', firestore: 'http://firestore' } };
    signedIn(-MINUTE);
    await lookFirst();
    expect(urls().slice(1)).toEqual([
      'http://auth/securetoken.googleapis.com/v1/token',
      QUERY.replace('https://firestore.googleapis.com', 'http://firestore'),
    ]);
  });

  test.each<[why: string, happen: () => void]>([
    ['nobody is signed in', () => undefined],
    [
      'App Check never ran here',
      () => {
        signedIn(MINUTE);
        withAppCheck(MINUTE);
        keptByAppCheck = null;
      },
    ],
    [
      'App Check has forgotten its token',
      () => {
        signedIn(MINUTE);
        withAppCheck(MINUTE);
        keptByAppCheck = new Map([['web-[DEFAULT]', { value: undefined }]]);
      },
    ],
    [
      'the token of App Check has ended, or is about to',
      () => {
        signedIn(-MINUTE);
        withAppCheck(20_000);
      },
    ],
    [
      'the session has ended',
      () => {
        signedIn(-MINUTE);
        delete answers['/v1/token'];
      },
    ],
  ])('are not asked for if %s', async (_, happen) => {
    happen();
    expect(await lookFirst()).toBeNull();
    expect(urls()).not.toContain(QUERY);
    expect(requests.map(([, { headers }]) => headers)).not.toContainEqual({ 'x-firebase-appcheck': 'vouched' });
  });

  test.each<[why: string, happen: () => void]>([
    [
      'Firebase Auth never ran here',
      () => {
        kept = null;
      },
    ],
    [
      'the query is refused',
      () => {
        signedIn(MINUTE);
        delete answers[':runQuery'];
      },
    ],
    [
      'there is no configuration',
      () => {
        answers = {};
      },
    ],
  ])('an error says so if %s', async (_, happen) => {
    happen();
    await expect(lookFirst()).rejects.toBeTruthy();
  });
});
