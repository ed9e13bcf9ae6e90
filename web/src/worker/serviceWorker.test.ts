/** @jest-environment node */
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';

type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const fetched = jest.fn<typeof fetch>();

beforeAll(async () => {
  const caches = { match: async (name: unknown) => (name === '/' ? new Response('kept') : undefined) };
  Object.assign(globalThis, {
    caches,
    fetch: fetched,
    location: { origin: 'https://heirlight.test' },
    OFFLINE_FILES: ['/'],
    OFFLINE_BUILD: 'this',
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  });
  await import('./serviceWorker');
});

beforeEach(() => void fetched.mockReset());

/** What the worker answers somebody who goes to the page. */
async function openedWith(preloadResponse?: Promise<Response | undefined>): Promise<string> {
  const request = { method: 'GET', mode: 'navigate', url: 'https://heirlight.test/', destination: 'document' };
  let answer: Promise<Response> | undefined;
  listeners.get('fetch')?.({ request, preloadResponse, respondWith: (given: Promise<Response>) => (answer = given) });
  return await ((await answer)?.text() ?? 'nothing');
}

test('the page that was asked for while the worker started is used, and not asked for again', async () => {
  expect(await openedWith(Promise.resolve(new Response('early')))).toBe('early');
  expect(fetched).not.toHaveBeenCalled();
});

test('without one the page is asked for', async () => {
  fetched.mockImplementation(async () => new Response('served'));
  expect(await openedWith(Promise.resolve(undefined))).toBe('served');
  expect(await openedWith()).toBe('served');
  // Asking early can fail alone.
  expect(await openedWith(Promise.resolve(Response.error()))).toBe('served');
});

test('without a network the page opens with what is kept, however the browser says that asking early failed', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  // Chromium and Safari reject, Firefox answers with an error.
  expect(await openedWith(Promise.reject(new TypeError('net::ERR_FAILED')))).toBe('kept');
  expect(await openedWith(Promise.resolve(Response.error()))).toBe('kept');
  expect(await openedWith()).toBe('kept');
});
