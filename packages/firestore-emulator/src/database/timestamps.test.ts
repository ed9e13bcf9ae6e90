import { expect, test } from '@jest/globals';
import { rejection } from '../testing/database';
import { Clock } from './clock';
import { canonicalTimestamp, compareTimestamps, formatMicros, toMicros } from './timestamps';

test('compares by value, whatever the number of digits', () => {
  expect(compareTimestamps('2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500000000Z')).toBe(0);
  expect(compareTimestamps('2026-01-01T00:00:00.10Z', '2026-01-01T00:00:00.9Z')).toBeLessThan(0);
  expect(compareTimestamps('1969-12-31T23:59:59.5Z', '1970-01-01T00:00:00Z')).toBeLessThan(0);
});

test.each([
  ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123456Z'],
  ['2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00.000000Z'],
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
])('%s is stored as %s', (given, stored) => {
  expect(canonicalTimestamp(given)).toBe(stored);
});

test('microseconds survive formatting and parsing', () => {
  const text = '2026-11-20T05:55:38.000042Z';
  expect(formatMicros(toMicros(text))).toBe(text);
});

test.each(['', 'now', '2026-01-01', '2026-01-01T00:00:00', '2026-13-01T00:00:00Z', '2026-01-01T00:00:00.1234567890Z'])(
  'refuses "%s"',
  async (text) => {
    expect(await rejection(() => toMicros(text))).toBe(`INVALID_ARGUMENT: Invalid timestamp: "${text}".`);
  },
);

test('the clock advances even if the system clock stands still or goes back', () => {
  let now = 1000;
  const clock = new Clock(() => now);
  const first = clock.commitTime();
  const second = clock.commitTime();
  now = 500;
  const read = clock.readTime();
  expect([first, second, read, clock.commitTime()]).toEqual([1_000_000, 1_000_001, 1_000_001, 1_000_002]);
});
