import { expect, test } from '@jest/globals';
import { aPhoto } from '../../test/samples';
import { dayHeadings, dayName } from './days';

const TODAY = new Date(2026, 10, 23, 0, 5);

test.each([
  ['Today', new Date(2026, 10, 23, 0, 0)],
  ['Yesterday', new Date(2026, 10, 22, 23, 59)],
  ['Yesterday', new Date(2026, 10, 22, 0, 0)],
  ['Saturday, November 21', new Date(2026, 10, 21, 12)],
  ['Wednesday, December 31, 2025', new Date(2025, 11, 31, 23, 59)],
])('%s, by the clock of the user', (name, day) => expect(dayName(day, TODAY)).toBe(name));

test('yesterday is yesterday also where the clock was changed', () => {
  // The last Sundays of March and October in Europe, the second of March and the first of November in America.
  for (const [month, day] of [
    [2, 29],
    [9, 25],
    [2, 8],
    [10, 1],
  ] as const) {
    expect(dayName(new Date(2026, month, day, 0, 1), new Date(2026, month, day + 1, 23, 59))).toBe('Yesterday');
  }
});

test('each day has one heading, at its first photo', () => {
  const at = (id: string, day: number) => aPhoto({ id, created_at: new Date(2026, 10, day, 8) });
  const list = [at('a', 23), at('b', 23), at('c', 21), at('d', 20), at('e', 20)];
  expect([...dayHeadings(list, TODAY)]).toEqual([
    ['a', 'Today'],
    ['c', 'Saturday, November 21'],
    ['d', 'Friday, November 20'],
  ]);
  expect([...dayHeadings([], TODAY)]).toEqual([]);
});
