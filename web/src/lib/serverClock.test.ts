import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { noteServerTime, serverNow } from './serverClock';

const NOW = Date.parse('2026-11-25T10:00:00Z');
const HOUR_MS = 3_600_000;
beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => {
  noteServerTime(new Date().toISOString());
  jest.useRealTimers();
});

test.each([26 * HOUR_MS, -48 * HOUR_MS, 60_000])('a clock that is %i ms ahead is corrected, also later', (ahead) => {
  noteServerTime(new Date(NOW - ahead).toISOString());
  jest.advanceTimersByTime(2_000);
  expect(serverNow()).toBe(NOW - ahead + 2_000);
});

test('a response takes a moment: a right clock stays as it is', () => {
  noteServerTime(new Date(NOW - 4_000).toISOString());
  expect(serverNow()).toBe(NOW);
});
