import { describe, expect, test } from '@jest/globals';
import {
  at,
  bool,
  bytes,
  double,
  geo,
  int,
  list,
  map,
  nothing,
  ref,
  rejection,
  remove,
  set,
  testDatabase,
  text,
  time,
} from '../testing/database';
import { documentSize } from './documentSize';
import type { Value } from './types';

test('the example of the documentation takes 147 bytes', () => {
  const fields = {
    type: text('Personal'),
    done: bool(false),
    priority: int(1),
    description: text('Learn Cloud Firestore'),
  };
  expect(documentSize(at('users/jeff/tasks/my_task_id'), fields)).toBe(147);
});

const EMPTY = documentSize(at('c/d'), {});

test.each<[string, Value, number]>([
  ['null', nothing, 1],
  ['boolean', bool(true), 1],
  ['integer', int(1), 8],
  ['double', double(1), 8],
  ['timestamp', time('2026-01-01T00:00:00Z'), 8],
  ['text in UTF-8', text('é'), 3],
  ['bytes', bytes('abc'), 3],
  ['geo point', geo(1, 2), 16],
  ['reference', ref('c/d'), 16 + 2 + 2],
  ['array', list(int(1), text('a')), 8 + 2],
  ['map', map({ k: int(1) }), 2 + 8],
])('%s', (_name, value, size) => {
  expect(documentSize(at('c/d'), { f: value }) - EMPTY - 2).toBe(size);
});

test('a document of exactly 1 MiB is stored, one byte more is refused', async () => {
  const { put, get } = testDatabase();
  const room = 1_048_576 - EMPTY - 2 - 1;
  await put('c/d', { f: text('x'.repeat(room)) });
  expect(get('c/d')).not.toBeNull();
  expect(await rejection(() => put('c/d', { f: text('x'.repeat(room + 1)) }))).toBe(
    `INVALID_ARGUMENT: Document '${at('c/d')}' cannot be written because its size (1,048,577 bytes) exceeds the maximum allowed size of 1,048,576 bytes.`,
  );
});

test('a transform may not grow a document past the limit', async () => {
  const { put, write } = testDatabase();
  await put('c/d', { f: list(text('x'.repeat(600_000))) });
  const transform = {
    ...set('c/d', {}),
    updateMask: { fieldPaths: [] },
    updateTransforms: [{ fieldPath: 'f', appendMissingElements: { values: [text('y'.repeat(600_000))] } }],
  };
  expect(await rejection(() => write(transform))).toMatch(/exceeds the maximum allowed size/);
});

describe('a request of more than ten mebibytes', () => {
  const TOO_LARGE = 'INVALID_ARGUMENT: Request payload size exceeds the limit: 10485760 bytes.';
  const large = (count: number) =>
    Array.from({ length: count }, (_, index) => set(`c/d${index}`, { f: text('x'.repeat(1_000_000)) }));
  const union = (index: number) => ({
    ...set(`c/u${index}`, {}),
    updateTransforms: [{ fieldPath: 'f', appendMissingElements: { values: [text('y'.repeat(1_000_000))] } }],
  });

  test('is refused as a whole', async () => {
    const { write, get, database } = testDatabase();
    await write(...large(9));
    expect(get('c/d8')).not.toBeNull();
    database.clear();
    expect(await rejection(() => write(...large(11)))).toBe(TOO_LARGE);
    expect(get('c/d0')).toBeNull();
    expect(await rejection(() => database.batchWrite({ writes: large(11) }))).toBe(TOO_LARGE);
  });

  test('is one by what its transforms, deletes and masks say too', async () => {
    const { write } = testDatabase();
    expect(await rejection(() => write(...large(5), ...[0, 1, 2, 3].map(union)))).toBe('accepted');
    expect(await rejection(() => write(...large(5), ...[0, 1, 2, 3, 4, 5].map(union)))).toBe(TOO_LARGE);
    const removes = Array.from({ length: 400 }, (_, index) => remove(`${'c'.repeat(1400)}/${index}`));
    const masked = { ...set('c/m', {}), updateMask: { fieldPaths: Array(200_000).fill('field') } };
    expect(await rejection(() => write(...large(9), ...removes))).toBe('accepted');
    expect(await rejection(() => write(...large(9), ...removes, masked))).toBe(TOO_LARGE);
  });
});
