import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  bool,
  double,
  int,
  list,
  nothing,
  ROOT,
  ref,
  remove,
  set,
  testDatabase,
  text,
  vector,
} from '../testing/database';
import { by } from '../testing/queries';
import type { Document, FieldOperator, Fields, Filter, StructuredQuery, Value } from './types';

// Many runs take long on a busy machine.

/** The values of the test in Firestore's order. The model compares their ranks; equal values share one. */
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
  { value: vector(7), type: 'vector', rank: 9 },
  { value: vector(1, 2), type: 'vector', rank: 10 },
];
const NAN_RANK = 3;
type Ranked = (typeof RANKED)[number];
type Row = { id: string; a?: Ranked; b?: Ranked };
type Condition = { field: 'a' | 'b'; op: FieldOperator; values: Ranked[] };
type OrderedField = 'a' | 'b' | '__name__';
type Ordering = { field: OrderedField; descending: boolean };
/** A cursor: the first `length` ordered fields of a row, which may or may not be stored. */
type Edge = { row: Required<Row>; length: number; before: boolean };
type Window = { offset: number; limit?: number; start?: Edge; end?: Edge };

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
/** Orders by fields, sometimes followed by the name, whose direction may differ from theirs. */
const orderings = fc
  .tuple(
    fc.uniqueArray(ordering, { selector: (one) => one.field, maxLength: 2 }),
    fc.option(fc.record({ field: fc.constant<'__name__'>('__name__'), descending: fc.boolean() }), { nil: undefined }),
  )
  .map(([fields, name]): Ordering[] => (name ? [...fields, name] : fields));
const edge: fc.Arbitrary<Edge> = fc.record({
  row: fc.record({ id: fc.constantFrom(...'abcdefghijklmnopqrst'), a: ranked, b: ranked }),
  length: fc.integer({ min: 1, max: 3 }),
  before: fc.boolean(),
});
const window: fc.Arbitrary<Window> = fc.record(
  { offset: fc.integer({ min: 0, max: 3 }), limit: fc.integer({ min: 0, max: 12 }), start: edge, end: edge },
  { requiredKeys: ['offset'] },
);

const isComparable = ({ type, rank }: Ranked) => type !== 'null' && rank !== NAN_RANK;

/** The documentation's rules, coded as plainly as possible. */
function holds(row: Row, { field, op, values }: Condition): boolean {
  const value = row[field];
  const [operand] = values as [Ranked, ...Ranked[]];
  if (!value) return false;
  const sameType = value.type === operand.type;
  const listed = values.some((other) => other.rank === value.rank);
  const comparable = isComparable(value) && isComparable(operand);
  switch (op) {
    case 'EQUAL':
      return value.rank === operand.rank;
    case 'NOT_EQUAL':
      return value.type !== 'null' && value.rank !== operand.rank;
    case 'LESS_THAN':
      return comparable && sameType && value.rank < operand.rank;
    case 'LESS_THAN_OR_EQUAL':
      return comparable && sameType && value.rank <= operand.rank;
    case 'GREATER_THAN':
      return comparable && sameType && value.rank > operand.rank;
    case 'GREATER_THAN_OR_EQUAL':
      return comparable && sameType && value.rank >= operand.rank;
    case 'IN':
      return listed && isComparable(value);
    default:
      return value.type !== 'null' && !listed && !values.some((other) => other.type === 'null');
  }
}

/** All orders of a query, including implied ones. The last is by name. */
function allOrders(conditions: Condition[], explicit: Ordering[]): Ordering[] {
  const descending = explicit.at(-1)?.descending ?? false;
  const given = new Set<OrderedField>(explicit.map((one) => one.field));
  const implied = (['a', 'b'] as const).filter(
    (name) => !given.has(name) && conditions.some((one) => one.field === name && !EXACT.has(one.op)),
  );
  const fields = [...implied, ...(given.has('__name__') ? [] : ['__name__' as const])];
  const name = explicit.find((one) => one.field === '__name__');
  // Nothing comes after the name, which no two documents share.
  if (name && implied.length > 0) return [];
  return [...explicit, ...fields.map((one) => ({ field: one, descending }))];
}

function compareRows(left: Row, right: Row, orders: Ordering[]): number {
  for (const { field, descending } of orders) {
    const difference =
      field === '__name__'
        ? Number(left.id > right.id) - Number(left.id < right.id)
        : (left[field]?.rank ?? 0) - (right[field]?.rank ?? 0);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

function model(rows: Row[], conditions: Condition[], orders: Ordering[], { start, end, ...window }: Window): string[] {
  const position = (row: Row, { row: other, length }: Edge) => compareRows(row, other, orders.slice(0, length));
  return rows
    .filter((row) => conditions.every((each) => holds(row, each)))
    .filter((row) => orders.every(({ field }) => field === '__name__' || row[field]))
    .filter((row) => !start || (start.before ? position(row, start) >= 0 : position(row, start) > 0))
    .filter((row) => !end || (end.before ? position(row, end) < 0 : position(row, end) <= 0))
    .sort((left, right) => compareRows(left, right, orders))
    .slice(window.offset, window.limit === undefined ? undefined : window.offset + window.limit)
    .map((row) => row.id);
}

function toQuery(conditions: Condition[], explicit: Ordering[], { start, end, ...window }: Window): StructuredQuery {
  const orders = allOrders(conditions, explicit);
  const filters = conditions.map(
    ({ field: fieldPath, op, values }): Filter => ({
      fieldFilter: {
        field: { fieldPath },
        op,
        value: op === 'IN' || op === 'NOT_IN' ? list(...values.map(({ value }) => value)) : (values[0] as Ranked).value,
      },
    }),
  );
  const cursor = ({ row, length, before }: Edge) => ({
    values: orders.slice(0, length).map(({ field }) => (field === '__name__' ? ref(`c/${row.id}`) : row[field].value)),
    before,
  });
  return {
    from: [{ collectionId: 'c' }],
    ...(filters.length > 0 && { where: { compositeFilter: { op: 'AND', filters } } }),
    orderBy: explicit.map((one) => by(one.field, one.descending ? 'DESCENDING' : 'ASCENDING')),
    ...(start && { startAt: cursor(start) }),
    ...(end && { endAt: cursor(end) }),
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
      orderings,
      window,
      async (rows, conditions, explicit, window) => {
        const orders = allOrders(conditions, explicit);
        fc.pre(orders.length > 0);
        const { database, ids, write, query } = testDatabase();
        const structuredQuery = toQuery(conditions, explicit, window);
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
        const expected = model(rows, conditions, orders, window);
        expect(await ids(structuredQuery)).toEqual(expected);
        await write(
          ...rows.map(({ id }, index) => (index % 2 ? remove(`c/${id}`) : set(`c/${id}`, { a: int(1), b: text('a') }))),
        );
        const past = await database.runQuery({ parent: ROOT, structuredQuery, readTime });
        expect(past.documents.map(({ name }) => name.slice(-1))).toEqual(expected);
      },
    ),
    { numRuns: 600 },
  );
});

test('a listener to any query sees what the query returns, after every commit', async () => {
  const change = fc.array(row, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.array(condition, { maxLength: 2 }).filter(allowed),
      orderings,
      window,
      async (commits, conditions, explicit, window) => {
        fc.pre(allOrders(conditions, explicit).length > 0);
        const { query, write, listen } = testDatabase();
        const structuredQuery = toQuery(conditions, explicit, window);
        await write(...[...'abcdefghij'].map((id, index) => set(`c/${id}`, { a: int(index % 3), b: text('a') })));
        const { stream, take } = listen();
        stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery } });
        const seen = new Map<string, Document>();
        for (const rows of [[], ...commits]) {
          const latest = new Map(rows.map((one) => [one.id, one]));
          // A row without fields stands for a deletion.
          await write(
            ...[...latest.values()].map(({ id, a, b }) =>
              a || b ? set(`c/${id}`, { ...(a && { a: a.value }), ...(b && { b: b.value }) }) : remove(`c/${id}`),
            ),
          );
          for (const { documentChange, documentDelete, documentRemove } of take()) {
            if (documentChange?.targetIds?.includes(1)) seen.set(documentChange.document.name, documentChange.document);
            const gone = documentDelete?.document ?? documentRemove?.document;
            if (gone) seen.delete(gone);
          }
          const found = (await query(structuredQuery)).map((document): [string, Document] => [document.name, document]);
          expect(seen).toEqual(new Map(found));
        }
      },
    ),
    { numRuns: 150 },
  );
});
