import { describe, expect, test } from '@jest/globals';
import { int, map, rejection } from '../testing/database';
import { deleteField, formatFieldPath, getField, parseFieldPath, setField } from './fieldPath';

describe('parsing', () => {
  test.each([
    ['a', ['a']],
    ['a.b_2.C', ['a', 'b_2', 'C']],
    ['`a.b`.c', ['a.b', 'c']],
    ['`a\\`b`', ['a`b']],
    ['`a\\\\b`', ['a\\b']],
    ['`1`.` `', ['1', ' ']],
    ['_', ['_']],
  ])('%s', (text, names) => {
    expect(parseFieldPath(text)).toEqual(names);
    expect(parseFieldPath(formatFieldPath(names))).toEqual(names);
  });

  test.each(['', '.', 'a.', '.a', 'a..b', 'a b', '1a', '`a', '``', 'a`b`', '`a`b', 'é'])(
    'refuses "%s"',
    async (text) => {
      expect(await rejection(() => parseFieldPath(text))).toMatch(/^INVALID_ARGUMENT: Invalid property path/);
    },
  );

  test('refuses a path longer than 1500 bytes', async () => {
    expect(await rejection(() => parseFieldPath('a'.repeat(1501)))).toMatch(/too long/);
  });
});

test('reading stops at a value that is not a map', () => {
  const fields = { a: map({ b: int(1) }), n: int(2) };
  expect(getField(fields, ['a', 'b'])).toEqual(int(1));
  expect(getField(fields, ['n', 'b'])).toBeUndefined();
  expect(getField(fields, ['toString'])).toBeUndefined();
});

test('setting creates the maps on the way and does not change the original', () => {
  const fields = { n: int(2) };
  expect(setField(fields, ['n', 'deep', 'er'], int(1))).toEqual({ n: map({ deep: map({ er: int(1) }) }) });
  expect(fields).toEqual({ n: int(2) });
});

test('deleting keeps the surrounding map and creates none', () => {
  const fields = { a: map({ b: int(1) }) };
  expect(deleteField(fields, ['a', 'b'])).toEqual({ a: map({}) });
  expect(deleteField(fields, ['x', 'y'])).toBe(fields);
});
