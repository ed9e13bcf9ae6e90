import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { connectivityStore, startConnectivity } from './connectivity';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('connectivity', () => {
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
});
