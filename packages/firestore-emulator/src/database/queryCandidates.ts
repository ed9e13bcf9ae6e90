import type { CollectionIndex } from './collectionIndex';
import { compareNames, typeOrder, valuesEqual } from './compareValues';
import type { DocumentStore } from './documentStore';
import type { ValueRange } from './fieldIndex';
import { listed, NAME_FIELD } from './queryFilter';
import type { QueryPlan } from './queryPlan';
import type { QueryScope } from './queryScope';
import type { Document, Filter, Value } from './types';

interface Candidates {
  /** A superset of the result. */
  documents: Iterable<Document>;
  /** Whether they are already in the query's order, so that the walk can stop at the limit. */
  ordered: boolean;
}

/** Chooses a cheap superset of the result: a value or range of one indexed field, or else everything in scope. */
export function candidates(plan: QueryPlan, store: DocumentStore): Candidates {
  const { scope } = plan;
  if (scope.kind === 'kindless') return { documents: kindlessDocuments(scope, store), ordered: false };
  const index = scope.kind === 'collection' ? store.collection(scope.path) : store.group(scope.collectionId);
  return fromFilters(plan, index) ?? fromOrder(plan, index);
}

function* kindlessDocuments(scope: QueryScope & { kind: 'kindless' }, store: DocumentStore): Generator<Document> {
  for (const path of store.collectionPathsUnder(scope.parent)) yield* store.collection(path).byName.ascending();
}

function fromFilters(plan: QueryPlan, index: CollectionIndex): Candidates | undefined {
  const required = conjuncts(plan.query.where).flatMap(({ fieldFilter }) =>
    fieldFilter && fieldFilter.field.fieldPath !== NAME_FIELD ? [fieldFilter] : [],
  );
  const [first] = plan.orders;
  const equal = required.find((filter) => filter.op === 'EQUAL');
  if (equal) {
    const documents = index
      .field(equal.field.fieldPath)
      .range({ from: equal.value, to: equal.value }, first?.descending ?? false);
    return { documents, ordered: plan.orders.length === 1 };
  }
  const among = required.find((filter) => filter.op === 'IN');
  if (among) {
    const field = index.field(among.field.fieldPath);
    return {
      documents: distinct(listed(among.value)).flatMap((v) => [...field.range({ from: v, to: v }, false)]),
      ordered: false,
    };
  }
  const ranged = required.find((filter) => rangeOf(filter.op, filter.value));
  if (!ranged) return undefined;
  const { fieldPath } = ranged.field;
  const range: ValueRange = {};
  for (const { field, op, value } of required)
    if (field.fieldPath === fieldPath) Object.assign(range, rangeOf(op, value));
  range.from ??= LOWEST[typeOrder(ranged.value)];
  return {
    documents: index.field(fieldPath).range(range, first?.descending ?? false),
    ordered: indexOrder(plan, fieldPath),
  };
}

function fromOrder(plan: QueryPlan, index: CollectionIndex): Candidates {
  const [first] = plan.orders;
  if (!first || first.fieldPath === NAME_FIELD) return { documents: byName(plan, index), ordered: true };
  return {
    documents: index.field(first.fieldPath).range(startRange(plan), first.descending),
    ordered: indexOrder(plan, first.fieldPath),
  };
}

/** Starts at the start cursor, so that reading a collection in pages visits each document once. */
function byName(plan: QueryPlan, index: CollectionIndex): Iterable<Document> {
  const start = plan.query.startAt?.values?.[0];
  const from = start && 'referenceValue' in start ? start.referenceValue : undefined;
  if (plan.orders[0]?.descending) {
    return index.byName.descending((document) => from !== undefined && compareNames(document.name, from) > 0);
  }
  return index.byName.ascending((document) => from === undefined || compareNames(document.name, from) >= 0);
}

function startRange(plan: QueryPlan): ValueRange {
  const start = plan.query.startAt?.values?.[0];
  return plan.orders[0]?.descending ? { to: start } : { from: start };
}

/** Whether the index has the query's order: by one field, then by name, both in the same direction. */
function indexOrder(plan: QueryPlan, fieldPath: string): boolean {
  const [first, second] = plan.orders;
  return (
    plan.orders.length === 2 &&
    first?.fieldPath === fieldPath &&
    second?.fieldPath === NAME_FIELD &&
    first.descending === second.descending
  );
}

/** The filters that every result must pass. */
function conjuncts(filter: Filter | undefined): Filter[] {
  if (!filter) return [];
  if (filter.compositeFilter?.op !== 'AND') return [filter];
  return filter.compositeFilter.filters.flatMap(conjuncts);
}

/** The range that a comparison allows, as far as its operand bounds it. */
function rangeOf(op: string, value: Value): ValueRange | undefined {
  if (op.startsWith('GREATER_THAN')) return { from: value };
  if (op.startsWith('LESS_THAN')) return { to: value };
  return undefined;
}

/** The lowest value of each type that a range can match, by type order. A range without a start begins here. */
const LOWEST: (Value | undefined)[] = [
  { nullValue: null },
  { booleanValue: false },
  { doubleValue: '-Infinity' },
  { timestampValue: '0001-01-01T00:00:00Z' },
  { stringValue: '' },
  { bytesValue: '' },
];

function distinct(values: Value[]): Value[] {
  return values.filter((value, index) => values.findIndex((other) => valuesEqual(other, value)) === index);
}
