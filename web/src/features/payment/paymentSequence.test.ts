import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { backoffMs, runPaymentSequence } from './paymentSequence';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
});

function run(failures: number) {
  const log: [number, string][] = [];
  let attempts = 0;
  void runPaymentSequence({
    toast: ({ title }) => log.push([Date.now(), title]),
    fetchCredits: async () => {
      attempts += 1;
      log.push([Date.now(), 'fetch']);
      if (attempts <= failures) throw new Error('down');
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return log;
}

describe('return from checkout', () => {
  test('toast at once, fetch after 2 s, confirmation 1 s later [spec 4.29, 4.30, 4.31, 9.11]', async () => {
    const log = run(0);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual([
      [0, 'Payment Successful'],
      [2000, 'fetch'],
      [3000, 'Credits Added!'],
    ]);
  });

  test('a failed fetch is tried again, and succeeds in the end [spec 4.32]', async () => {
    const log = run(2);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log.slice(1)).toEqual([
      [2000, 'fetch'],
      [3000, 'fetch'],
      [5000, 'fetch'],
      [6000, 'Credits Added!'],
    ]);
  });

  test('ten attempts, then Payment Processed [spec 4.32, 4.33, 8.15, 9.11]', async () => {
    const log = run(99);
    await jest.advanceTimersByTimeAsync(200_000);
    const fetches = log.filter(([, what]) => what === 'fetch').map(([at]) => at / 1000);
    expect(fetches).toEqual([2, 3, 5, 9, 17, 27, 37, 47, 57, 67]);
    expect(log.at(-1)).toEqual([67_000, 'Payment Processed']);
    expect(log.some(([, what]) => what === 'Credits Added!')).toBe(false);
  });

  test('the backoff doubles from 1000 ms and stays at 10000 ms [spec 4.32, 9.11]', () => {
    expect([1, 2, 3, 4, 5, 9].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });
});
