import { checkCursor, checkQuery, comparisons, isInequality } from './checkQuery';
import { compareNames, compareStrings, compareValues } from './compareValues';
import { invalidArgument } from './errors';
import { type Nearest, planNearest } from './nearest';
import { compileFilter, fieldReader, NAME_FIELD, type Predicate } from './queryFilter';
import { inScope, type QueryScope, queryScope } from './queryScope';
import type { Cursor, Document, StructuredQuery, Value } from './types';

interface PlannedOrder {
  fieldPath: string;
  descending: boolean;
  read: (document: Document) => Value | undefined;
}

/** A checked query, ready to be applied to documents. */
export interface QueryPlan {
  query: StructuredQuery;
  scope: QueryScope;
  /** Explicit orders, then implied ones, always with `__name__`, so that no two documents tie. */
  orders: PlannedOrder[];
  /** The document is in scope, passes the filter, has every ordered field and lies between the cursors. */
  matches: Predicate;
  /** As `matches`, but without the cursors. */
  selects: Predicate;
  compare(a: Document, b: Document): number;
  /** The document comes after the end cursor. */
  isPastEnd: Predicate;
  offset: number;
  /** Infinity when the query has none. */
  limit: number;
  /** For a vector search: applied to what the rest of the query returns. */
  nearest?: Nearest;
}

/**
 * Checks and plans a query. Throws INVALID_ARGUMENT.
 *
 * @param requiredFields further fields that a document must have, because the index of an aggregation contains them
 */
export function planQuery(parent: string, query: StructuredQuery, requiredFields: readonly string[] = []): QueryPlan {
  checkQuery(query);
  const scope = queryScope(parent, query);
  const orders = plannedOrders(query);
  const orderedFields = orders.map((order) => order.fieldPath);
  checkCursor(query.startAt, orderedFields);
  checkCursor(query.endAt, orderedFields);
  const filter = query.where ? compileFilter(query.where) : () => true;
  const present = [...orders.map((order) => order.read), ...requiredFields.map(fieldReader)];
  const selects: Predicate = (document) =>
    inScope(scope, document.name) && filter(document) && present.every((read) => read(document) !== undefined);
  const isBeforeStart = startTest(query.startAt, orders);
  const isPastEnd = endTest(query.endAt, orders);
  return {
    query,
    scope,
    orders,
    selects,
    matches: (document) => selects(document) && !isBeforeStart(document) && !isPastEnd(document),
    compare: (a, b) => compareDocuments(a, b, orders),
    isPastEnd,
    offset: query.offset ?? 0,
    limit: limitOf(query),
    ...(query.findNearest && { nearest: planNearest(query.findNearest) }),
  };
}

function limitOf(query: StructuredQuery): number {
  const limit = typeof query.limit === 'object' ? query.limit?.value : query.limit;
  if (limit === undefined || limit === null) return Number.POSITIVE_INFINITY;
  if (limit < 0) throw invalidArgument('limit is negative');
  return limit;
}

/** Source: https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery (orderBy) */
function plannedOrders(query: StructuredQuery): PlannedOrder[] {
  const orders = (query.orderBy ?? []).map(({ field, direction }) =>
    plannedOrder(field.fieldPath, direction === 'DESCENDING'),
  );
  const ordered = new Set(orders.map((order) => order.fieldPath));
  if (ordered.size < orders.length) throw invalidArgument('order by clause cannot contain duplicate fields');
  const descending = orders.at(-1)?.descending ?? false;
  const unequal = new Set(
    comparisons(query.where)
      .filter(isInequality)
      .map((leaf) => leaf.fieldPath),
  );
  for (const fieldPath of [...unequal].sort(compareStrings)) {
    if (!ordered.has(fieldPath) && fieldPath !== NAME_FIELD) orders.push(plannedOrder(fieldPath, descending));
  }
  if (!ordered.has(NAME_FIELD)) orders.push(plannedOrder(NAME_FIELD, descending));
  if (orders.at(-1)?.fieldPath !== NAME_FIELD) {
    throw invalidArgument('order by clause cannot contain more fields after the key');
  }
  return orders;
}

const plannedOrder = (fieldPath: string, descending: boolean): PlannedOrder => ({
  fieldPath,
  descending,
  read: fieldReader(fieldPath),
});

function compareDocuments(a: Document, b: Document, orders: readonly PlannedOrder[]): number {
  for (const { fieldPath, descending, read } of orders) {
    const order =
      fieldPath === NAME_FIELD ? compareNames(a.name, b.name) : compareValues(read(a) as Value, read(b) as Value);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Compares a document with a cursor, which may have fewer values than the query has orders. */
function compareToCursor(document: Document, values: readonly Value[], orders: readonly PlannedOrder[]): number {
  for (const [index, value] of values.entries()) {
    const { read, descending } = orders[index] as PlannedOrder;
    const order = compareValues(read(document) as Value, value);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

function startTest(cursor: Cursor | undefined, orders: readonly PlannedOrder[]): Predicate {
  const values = cursor?.values;
  if (!values?.length) return () => false;
  return cursor?.before
    ? (document) => compareToCursor(document, values, orders) < 0
    : (document) => compareToCursor(document, values, orders) <= 0;
}

function endTest(cursor: Cursor | undefined, orders: readonly PlannedOrder[]): Predicate {
  const values = cursor?.values;
  if (!values?.length) return () => false;
  return cursor?.before
    ? (document) => compareToCursor(document, values, orders) >= 0
    : (document) => compareToCursor(document, values, orders) > 0;
}
