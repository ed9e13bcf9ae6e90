import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { connectivityStore, isOffline, noteResponse, startConnectivity, untilOnline } from './connectivity';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('connectivity', () => {
  test('"back" shows for 4 s, only after an interruption, and never once stopped', () => {
    const stop = startConnectivity();
    window.dispatchEvent(new Event('online'));
    expect(connectivityStore.get()).toBe('online');
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    jest.advanceTimersByTime(3999);
    expect(connectivityStore.get()).toBe('back');
    stop();
    expect(jest.getTimerCount()).toBe(0);
    window.dispatchEvent(new Event('online'));
    expect(jest.getTimerCount()).toBe(0);
    connectivityStore.set('online');
  });

  test('a page opened without a connection says so', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const stop = startConnectivity();
    expect(connectivityStore.get()).toBe('offline');
    stop();
    onLine.mockRestore();
    connectivityStore.set('online');
  });

  test('offline, back for a moment, online', () => {
    const stop = startConnectivity();
    expect(connectivityStore.get()).toBe('online');
    window.dispatchEvent(new Event('offline'));
    expect(connectivityStore.get()).toBe('offline');
    window.dispatchEvent(new Event('online'));
    expect(connectivityStore.get()).toBe('back');
    window.dispatchEvent(new Event('offline'));
    jest.advanceTimersByTime(60_000);
    expect(connectivityStore.get()).toBe('offline');
    window.dispatchEvent(new Event('online'));
    jest.advanceTimersByTime(4000);
    expect(connectivityStore.get()).toBe('online');
    stop();
    window.dispatchEvent(new Event('offline'));
    expect(connectivityStore.get()).toBe('online');
  });

  test('a response that was only kept means offline, until the site answers again', async () => {
    const ask = jest.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    ask.mockResolvedValue({ ok: true } as Response);
    globalThis.fetch = ask;
    const stop = startConnectivity();
    noteResponse({ headers: new Map() } as unknown as Response);
    expect(isOffline()).toBe(false);
    noteResponse({ headers: new Map([['x-kept', '1']]) } as unknown as Response);
    expect(isOffline()).toBe(true);
    const [awaited, given] = [untilOnline(new AbortController().signal), new AbortController()];
    const givenUp = untilOnline(given.signal);
    given.abort();
    await expect(givenUp).rejects.toThrow();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(connectivityStore.get()).toBe('offline');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(connectivityStore.get()).toBe('back');
    await awaited;
    await untilOnline(given.signal);
    stop();
    expect(ask).toHaveBeenCalledTimes(2);
    connectivityStore.set('online');
  });
});
