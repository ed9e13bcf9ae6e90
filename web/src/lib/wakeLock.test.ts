import { afterEach, expect, jest, test } from '@jest/globals';
import { flush } from '../test/deferred';
import { keepAwake } from './wakeLock';

const released: number[] = [];
let asked = 0;
const request = jest.fn(async () => {
  asked += 1;
  const mine = asked;
  return { release: async () => void released.push(mine) };
});
const show = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
afterEach(() => void jest.restoreAllMocks());

test('keeps the screen on, asks again when the page is looked at again, and lets it sleep at the end', async () => {
  Object.assign(navigator, { wakeLock: { request } });
  const stop = keepAwake();
  show('hidden');
  expect(asked).toBe(1);
  show('visible');
  expect(asked).toBe(2);
  stop();
  await flush();
  expect(released).toEqual([2]);
  show('visible');
  expect(asked).toBe(2);
});

test('a browser that has none, or refuses, is no failure', async () => {
  Object.assign(navigator, { wakeLock: { request: () => Promise.reject(new DOMException('', 'NotAllowedError')) } });
  keepAwake()();
  Object.assign(navigator, { wakeLock: undefined });
  keepAwake()();
  await flush();
});
