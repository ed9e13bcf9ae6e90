import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { codeOfPage, fetchWhenIdle } from './fetchAhead';

const fetched: string[] = [];
const whole = jest.fn(async () => new Blob());
const saveData = (on: boolean) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: on } });

let whenIdle: () => void;
beforeEach(() => {
  document.head.innerHTML = `<script type="text/plain" data-app="/main.js /react.js /login.js"></script>`;
  const waiting: IdleRequestCallback[] = [];
  whenIdle = () => waiting.shift()?.({ didTimeout: false, timeRemaining: () => 50 });
  window.requestIdleCallback = (callback) => waiting.push(callback);
  fetched.length = 0;
  whole.mockClear();
  globalThis.fetch = async (file) => {
    fetched.push(String(file));
    if (file === '/react.js') throw new TypeError('Failed to fetch');
    return { blob: whole } as unknown as Response;
  };
});
afterEach(() => {
  saveData(false);
  jest.restoreAllMocks();
});

test('all code is fetched whole, in order, one file each time that the loaded page is idle; a failure stops none', async () => {
  fetchWhenIdle(codeOfPage());
  whenIdle();
  expect(fetched).toEqual([]);
  window.dispatchEvent(new Event('load'));
  expect(fetched).toEqual([]);
  whenIdle();
  expect(fetched).toEqual(['/main.js']);
  whenIdle();
  whenIdle();
  expect(fetched).toEqual(['/main.js', '/react.js', '/login.js']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(whole).toHaveBeenCalledTimes(2);
});

test('nothing is fetched ahead while data is saved', () => {
  saveData(true);
  fetchWhenIdle(codeOfPage());
  whenIdle();
  expect(fetched).toEqual([]);
});
