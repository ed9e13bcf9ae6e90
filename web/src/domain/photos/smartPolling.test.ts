import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import { createSmartPolling, type SmartPollingDeps } from './smartPolling';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

function setUp(overrides: Partial<SmartPollingDeps> = {}) {
  const rounds: number[] = [];
  const checks: number[] = [];
  const errors: unknown[] = [];
  const polling = createSmartPolling({
    isDelivering: () => false,
    refresh: async () => void rounds.push(Date.now()),
    hasProcessing: async () => {
      checks.push(Date.now());
      return true;
    },
    onError: (error) => errors.push(error),
    ...overrides,
  });
  return { polling, rounds, checks, errors };
}

describe('smart polling', () => {
  test('starts at 1 s, adds 1 s per round up to 10 s, ends after 3 minutes [spec 4.9, 4.10, 9.10]', async () => {
    const { polling, rounds } = setUp();
    polling.trigger();
    await jest.advanceTimersByTimeAsync(600_000);
    const growing = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55];
    const capped = [65, 75, 85, 95, 105, 115, 125, 135, 145, 155, 165, 175];
    expect(rounds).toEqual([...growing, ...capped].map((second) => second * 1000));
  });

  test('asks whether anything is processing from 10 s on, and ends when nothing is [spec 4.11, 9.10]', async () => {
    const { polling, rounds, checks } = setUp({
      hasProcessing: async () => {
        checks.push(Date.now());
        return Date.now() < 20_000;
      },
    });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(600_000);
    expect(checks).toEqual([10_000, 15_000, 21_000]);
    expect(rounds).toEqual([1000, 3000, 6000, 10_000, 15_000, 21_000]);
  });

  test('fetches nothing while the listener delivers, and starts when it stops', async () => {
    let delivering = true;
    const { polling, rounds } = setUp({ isDelivering: () => delivering });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(14_000);
    expect(rounds).toEqual([]);
    delivering = false;
    await jest.advanceTimersByTimeAsync(8000);
    expect(rounds).toEqual([15_000, 21_000]);
  });

  test('starts over when triggered again, without a second schedule beside the first [spec 4.8]', async () => {
    const { polling, rounds } = setUp();
    polling.trigger();
    await jest.advanceTimersByTimeAsync(6500);
    polling.trigger();
    await jest.advanceTimersByTimeAsync(4000);
    expect(rounds).toEqual([1000, 3000, 6000, 7500, 9500]);
  });

  test('a failed round is reported and the next one still comes', async () => {
    const { polling, errors } = setUp({ refresh: () => Promise.reject(new Error('offline')) });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(3000);
    expect(errors).toHaveLength(2);
  });

  test('a round that ends after the next start sends and reports nothing', async () => {
    const rounds: { end: () => void; fail: (why: Error) => void }[] = [];
    const { polling, checks, errors } = setUp({
      refresh: () => new Promise((resolve, reject) => rounds.push({ end: resolve, fail: reject })),
    });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(1000);
    jest.setSystemTime(20_000);
    polling.trigger();
    rounds[0]?.end();
    await jest.advanceTimersByTimeAsync(1000);
    polling.stop();
    rounds[1]?.fail(new Error('offline'));
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(2);
    expect(checks).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('stop ends polling in the middle of a round', async () => {
    let finish: () => void = () => undefined;
    const rounds: number[] = [];
    const { polling } = setUp({
      refresh: () =>
        new Promise((resolve) => {
          rounds.push(Date.now());
          finish = resolve;
        }),
    });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(1000);
    polling.stop();
    finish();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rounds).toEqual([1000]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('stop ends polling before the next round', async () => {
    const { polling, rounds } = setUp();
    polling.trigger();
    polling.stop();
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rounds).toEqual([]);
  });

  test('a round that fails after stop leaves no timer and reports nothing', async () => {
    const round = deferred();
    const { polling, errors } = setUp({ refresh: () => round.promise });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(1000);
    polling.stop();
    round.reject(new Error('offline'));
    await flush();
    expect([errors, jest.getTimerCount()]).toEqual([[], 0]);
  });

  test('stop during the check for processing photos leaves no timer', async () => {
    const question = deferred<boolean>();
    const { polling } = setUp({ hasProcessing: () => question.promise });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(10_000);
    polling.stop();
    question.resolve(true);
    await flush();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a failed check is reported, and the next round still comes', async () => {
    const { polling, errors, rounds } = setUp({ hasProcessing: () => Promise.reject(new Error('offline')) });
    polling.trigger();
    await jest.advanceTimersByTimeAsync(21_000);
    expect(errors).toHaveLength(3);
    expect(rounds.at(-1)).toBe(21_000);
  });
});
