import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { codeOfPage, fetchWhenIdle } from './fetchAhead';

const fetched = () => [...document.querySelectorAll('link')].map(({ rel, href }) => [rel, new URL(href).pathname]);
const saveData = (on: boolean) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: on } });

let whenIdle: () => void;
beforeEach(() => {
  document.head.innerHTML = `<script type="text/plain" data-app="/main.js /react.js /login.js"></script>`;
  const waiting: IdleRequestCallback[] = [];
  whenIdle = () => waiting.shift()?.({ didTimeout: false, timeRemaining: () => 50 });
  window.requestIdleCallback = (callback) => waiting.push(callback);
});
afterEach(() => {
  saveData(false);
  jest.restoreAllMocks();
});

test('all code is fetched, in order, one file each time that the loaded page is idle', () => {
  fetchWhenIdle(codeOfPage());
  whenIdle();
  expect(fetched()).toEqual([]);
  window.dispatchEvent(new Event('load'));
  expect(fetched()).toEqual([]);
  whenIdle();
  expect(fetched()).toEqual([['prefetch', '/main.js']]);
  whenIdle();
  whenIdle();
  expect(fetched()).toEqual([
    ['prefetch', '/main.js'],
    ['prefetch', '/react.js'],
    ['prefetch', '/login.js'],
  ]);
});

test('nothing is fetched ahead while data is saved', () => {
  saveData(true);
  fetchWhenIdle(codeOfPage());
  whenIdle();
  expect(fetched()).toEqual([]);
});
