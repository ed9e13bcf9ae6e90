import { describe, expect, test } from '@jest/globals';
import { at, double, int, list, map, nothing, rejection, testDatabase, text, time } from '../testing/database';
import type { FieldTransform, Value } from './types';

const MAX = 2n ** 63n - 1n;
type Operation = Omit<FieldTransform, 'fieldPath'>;
const union = (...values: Value[]): Operation => ({ appendMissingElements: { values } });
const without = (...values: Value[]): Operation => ({ removeAllFromArray: { values } });

async function transform(before: Value | undefined, operation: Operation) {
  const { put, write, fields } = testDatabase();
  if (before) await put('c/d', { f: before });
  const result = await write({
    update: { name: at('c/d') },
    updateMask: { fieldPaths: [] },
    updateTransforms: [{ fieldPath: 'f', ...operation }],
  });
  return {
    after: fields('c/d')?.f,
    result: result.writeResults[0]?.transformResults?.[0],
    commitTime: result.commitTime,
  };
}

describe('one transform', () => {
  test.each<[string, Value | undefined, Operation, Value]>([
    ['increment of nothing', undefined, { increment: int(2) }, int(2)],
    ['increment of text', text('a'), { increment: double(2) }, double(2)],
    ['increment of an integer', int(1), { increment: int(2) }, int(3)],
    ['increment by a double', int(1), { increment: double(0.5) }, double(1.5)],
    ['increment of a double', double(0.5), { increment: int(1) }, double(1.5)],
    ['increment past the greatest integer', int(MAX), { increment: int(1) }, int(MAX)],
    ['increment past the least integer', int(-MAX - 1n), { increment: int(-1) }, int(-MAX - 1n)],
    ['increment of NaN', double('NaN'), { increment: int(1) }, double('NaN')],
    ['maximum, greater', int(1), { maximum: int(2) }, int(2)],
    ['maximum, less', int(3), { maximum: double(2.5) }, int(3)],
    ['maximum of equals keeps the type', int(3), { maximum: double(3) }, int(3)],
    ['maximum with NaN', int(3), { maximum: double('NaN') }, double('NaN')],
    ['maximum of no number', text('z'), { maximum: int(1) }, int(1)],
    ['minimum, less', int(3), { minimum: double(2.5) }, double(2.5)],
    ['minimum, greater', double(-1), { minimum: int(2) }, double(-1)],
    ['minimum of NaN', double('NaN'), { minimum: int(2) }, double('NaN')],
    ['minimum of nothing', undefined, { minimum: int(2) }, int(2)],
  ])('%s', async (_name, before, operation, expected) => {
    const { after, result } = await transform(before, operation);
    expect(after).toEqual(expected);
    expect(result).toEqual(expected);
  });

  test.each<[string, Value | undefined, Operation, Value]>([
    ['union of nothing', undefined, union(int(1)), list(int(1))],
    ['union of text', text('a'), union(int(1)), list(int(1))],
    ['union adds what is missing, in order', list(int(1)), union(int(2), int(1), int(3)), list(int(1), int(2), int(3))],
    ['union takes 1 and 1.0 for one', list(int(1)), union(double(1), double(2), int(2)), list(int(1), double(2))],
    [
      'union takes NaN for NaN and null for null',
      list(double('NaN'), nothing),
      union(double('NaN'), nothing),
      list(double('NaN'), nothing),
    ],
    [
      'union compares maps whole',
      list(map({ a: int(1) })),
      union(map({ a: double(1) }), map({})),
      list(map({ a: int(1) }), map({})),
    ],
    ['removal takes every equal element', list(int(1), int(2), double(1), int(1)), without(int(1)), list(int(2))],
    ['removal from nothing makes an empty array', undefined, without(int(1)), list()],
  ])('%s', async (_name, before, operation, expected) => {
    const { after, result } = await transform(before, operation);
    expect(after).toEqual(expected);
    expect(result).toEqual(nothing);
  });

  test('the server time is the commit time', async () => {
    const { after, result, commitTime } = await transform(undefined, { setToServerValue: 'REQUEST_TIME' });
    expect(after).toEqual(time(commitTime));
    expect(result).toEqual(time(commitTime));
  });

  test.each<[string, Operation]>([
    ['an increment by text', { increment: text('1') }],
    ['no operation', {}],
    ['an array of arrays', union(list())],
  ])('refuses %s', async (_name, operation) => {
    expect(await rejection(() => transform(undefined, operation))).toMatch(/^INVALID_ARGUMENT/);
  });
});

test('transforms run after the update, in order, and may change nested fields', async () => {
  const { write, fields } = testDatabase();
  const { writeResults } = await write({
    update: { name: at('c/d'), fields: { m: map({ n: int(1) }) } },
    updateTransforms: [
      { fieldPath: 'm.n', increment: int(1) },
      { fieldPath: 'm.n', increment: int(1) },
      { fieldPath: 'other.deep', maximum: int(7) },
    ],
  });
  expect(fields('c/d')).toEqual({ m: map({ n: int(3) }), other: map({ deep: int(7) }) });
  expect(writeResults[0]?.transformResults).toEqual([int(2), int(3), int(7)]);
});

test('the old form of a transform keeps the fields around it', async () => {
  const { put, write, fields } = testDatabase();
  await put('c/d', { a: int(1), n: int(1) });
  await write({ transform: { document: at('c/d'), fieldTransforms: [{ fieldPath: 'n', increment: int(1) }] } });
  expect(fields('c/d')).toEqual({ a: int(1), n: int(2) });
});
