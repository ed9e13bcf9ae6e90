import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts } from '../../lib/toast';
import { followPayment } from './paymentReturn';

let stopToasts: () => void = () => undefined;
beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  stopToasts();
  jest.useRealTimers();
});

function run(failures: number) {
  const log: [number, string][] = [];
  let attempts = 0;
  stopToasts = subscribeToasts(({ title }) => log.push([Date.now(), title]));
  void followPayment({
    fetchCredits: async () => {
      attempts += 1;
      log.push([Date.now(), 'fetch']);
      if (attempts <= failures) throw new Error('down');
      return 5;
    },
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

  test('takes the session out of the address at once [spec 2.43, 4.29]', () => {
    window.history.replaceState(null, '', '/?session_id=cs_test_1');
    run(0);
    expect(`${window.location.pathname}${window.location.search}`).toBe('/');
  });
});
