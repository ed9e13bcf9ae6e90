import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { bool, double, int, list, nothing, ROOT, remove, set, testDatabase, text } from '../testing/database';
import type { FieldOperator, Fields, Filter, StructuredQuery, Value } from './types';

// Many runs, on a machine that others use too.
jest.setTimeout(60_000);

/** The values of the test in their order, so that the model can compare by position. Equal ones share a rank. */
const RANKED: { value: Value; type: string; rank: number }[] = [
  { value: nothing, type: 'null', rank: 0 },
  { value: bool(false), type: 'boolean', rank: 1 },
  { value: bool(true), type: 'boolean', rank: 2 },
  { value: double('NaN'), type: 'number', rank: 3 },
  { value: int(-5), type: 'number', rank: 4 },
  { value: int(1), type: 'number', rank: 5 },
  { value: double(1), type: 'number', rank: 5 },
  { value: double(1.5), type: 'number', rank: 6 },
  { value: text('a'), type: 'string', rank: 7 },
  { value: text('b'), type: 'string', rank: 8 },
];
type Ranked = (typeof RANKED)[number];
type Row = { id: string; a?: Ranked; b?: Ranked };
type Condition = { field: 'a' | 'b'; op: FieldOperator; values: Ranked[] };
type Ordering = { field: 'a' | 'b'; descending: boolean };

const OPERATORS: FieldOperator[] = [
  'EQUAL',
  'NOT_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'IN',
  'NOT_IN',
];
const NEGATED = new Set<FieldOperator>(['NOT_EQUAL', 'NOT_IN']);
const EXACT = new Set<FieldOperator>(['EQUAL', 'IN']);

const ranked = fc.constantFrom(...RANKED);
const field = fc.constantFrom<'a' | 'b'>('a', 'b');
const row = fc.record({
  id: fc.constantFrom(...'abcdefghijklmnopqrst'),
  a: fc.option(ranked, { nil: undefined }),
  b: fc.option(ranked, { nil: undefined }),
});
const condition: fc.Arbitrary<Condition> = fc.record({
  field,
  op: fc.constantFrom(...OPERATORS),
  values: fc.array(ranked, { minLength: 1, maxLength: 3 }),
});
const ordering: fc.Arbitrary<Ordering> = fc.record({ field, descending: fc.boolean() });

/** The documentation's words, as plainly as they can be coded. */
function holds(row: Row, { field, op, values }: Condition): boolean {
  const value = row[field];
  const [operand] = values as [Ranked, ...Ranked[]];
  if (!value) return false;
  const sameType = value.type === operand.type;
  const listed = values.some((other) => other.rank === value.rank);
  switch (op) {
    case 'EQUAL':
      return value.rank === operand.rank;
    case 'NOT_EQUAL':
      return value.type !== 'null' && value.rank !== operand.rank;
    case 'LESS_THAN':
      return sameType && value.rank < operand.rank;
    case 'LESS_THAN_OR_EQUAL':
      return sameType && value.rank <= operand.rank;
    case 'GREATER_THAN':
      return sameType && value.rank > operand.rank;
    case 'GREATER_THAN_OR_EQUAL':
      return sameType && value.rank >= operand.rank;
    case 'IN':
      return listed;
    default:
      return value.type !== 'null' && !listed && !values.some((other) => other.type === 'null');
  }
}

function model(
  rows: Row[],
  conditions: Condition[],
  orderings: Ordering[],
  window: { offset: number; limit: number },
): string[] {
  const explicit = orderings.filter(
    (one, index) => orderings.findIndex((other) => other.field === one.field) === index,
  );
  const descending = explicit.at(-1)?.descending ?? false;
  const implied = (['a', 'b'] as const)
    .filter(
      (name) =>
        conditions.some((one) => one.field === name && !EXACT.has(one.op)) &&
        !explicit.some((one) => one.field === name),
    )
    .map((name) => ({ field: name, descending }));
  const orders = [...explicit, ...implied];
  return rows
    .filter((one) => conditions.every((each) => holds(one, each)) && orders.every((order) => one[order.field]))
    .sort((left, right) => {
      for (const order of orders) {
        const difference = (left[order.field]?.rank ?? 0) - (right[order.field]?.rank ?? 0);
        if (difference !== 0) return order.descending ? -difference : difference;
      }
      return (left.id < right.id ? -1 : 1) * (descending ? -1 : 1);
    })
    .slice(window.offset, window.offset + window.limit)
    .map((one) => one.id);
}

function toQuery(
  conditions: Condition[],
  orderings: Ordering[],
  window: { offset: number; limit: number },
): StructuredQuery {
  const explicit = orderings.filter(
    (one, index) => orderings.findIndex((other) => other.field === one.field) === index,
  );
  const filters = conditions.map(
    ({ field: fieldPath, op, values }): Filter => ({
      fieldFilter: {
        field: { fieldPath },
        op,
        value: op === 'IN' || op === 'NOT_IN' ? list(...values.map(({ value }) => value)) : (values[0] as Ranked).value,
      },
    }),
  );
  return {
    from: [{ collectionId: 'c' }],
    ...(filters.length > 0 && { where: { compositeFilter: { op: 'AND', filters } } }),
    orderBy: explicit.map((one) => ({
      field: { fieldPath: one.field },
      direction: one.descending ? 'DESCENDING' : 'ASCENDING',
    })),
    ...window,
  };
}

/** Firestore refuses several negations, and a negation by list beside another list. */
const allowed = (conditions: Condition[]): boolean =>
  conditions.filter(({ op }) => NEGATED.has(op)).length <= 1 &&
  !(
    conditions.some(({ op }) => op === 'NOT_IN') &&
    conditions.some(({ op, values }) => op === 'IN' && values.length > 1)
  );

test('queries return what a plain filter and sort return, now and in the past', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 20 }),
      fc.array(condition, { maxLength: 3 }).filter(allowed),
      fc.array(ordering, { maxLength: 2 }),
      fc.record({ offset: fc.integer({ min: 0, max: 3 }), limit: fc.integer({ min: 0, max: 12 }) }),
      async (rows, conditions, orderings, window) => {
        const { database, ids, write, query } = testDatabase();
        const structuredQuery = toQuery(conditions, orderings, window);
        await write(set('c/zz', { a: int(7), b: text('b') }), set('c/b', { a: double(1), b: int(1) }));
        // Asking first builds the indexes, so that the writes below have to keep them right.
        await query(structuredQuery);
        const stored = rows.map((one) => {
          const fields: Fields = { ...(one.a && { a: one.a.value }), ...(one.b && { b: one.b.value }) };
          return set(`c/${one.id}`, fields);
        });
        await write(set('c/zz', { a: int(1), b: int(1) }), set('c/a', { a: text('b') }), ...stored);
        const { commitTime: readTime } = await write(
          remove('c/zz'),
          ...['a', 'b'].filter((id) => !rows.some((one) => one.id === id)).map((id) => remove(`c/${id}`)),
        );
        const expected = model(rows, conditions, orderings, window);
        expect(await ids(structuredQuery)).toEqual(expected);
        await write(
          ...rows.map(({ id }, index) => (index % 2 ? remove(`c/${id}`) : set(`c/${id}`, { a: int(1), b: text('a') }))),
        );
        const past = await database.runQuery({ parent: ROOT, structuredQuery, readTime });
        expect(past.documents.map(({ name }) => name.slice(-1))).toEqual(expected);
      },
    ),
    { numRuns: 400 },
  );
});
