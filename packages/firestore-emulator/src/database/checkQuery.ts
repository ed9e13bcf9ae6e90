import { FirestoreError, invalidArgument } from './errors';
import { parseFieldPath } from './fieldPath';
import { listed, NAME_FIELD } from './queryFilter';
import type { Cursor, FieldOperator, Filter, StructuredQuery, Value } from './types';

/** Source: https://firebase.google.com/docs/firestore/query-data/queries#query_limitations */
const MAX_DISJUNCTIONS = 30;
const MAX_VALUES: Partial<Record<FieldOperator, number>> = { IN: 30, ARRAY_CONTAINS_ANY: 30, NOT_IN: 10 };
const INEQUALITIES = new Set<string>([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
  'IS_NOT_NULL',
  'IS_NOT_NAN',
]);
const NEGATIONS = new Set<string>(['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NULL', 'IS_NOT_NAN']);

/** One comparison of a filter tree. */
interface Comparison {
  fieldPath: string;
  op: string;
  value?: Value;
}

/** The leaves of a filter. */
export function comparisons(filter: Filter | undefined): Comparison[] {
  if (!filter) return [];
  if (filter.compositeFilter) return (filter.compositeFilter.filters ?? []).flatMap(comparisons);
  const leaf = filter.fieldFilter ?? filter.unaryFilter;
  if (!leaf) throw invalidArgument('A filter must be composite, of a field, or unary.');
  return [{ fieldPath: leaf.field.fieldPath, op: leaf.op, value: filter.fieldFilter?.value }];
}

export const isInequality = (comparison: Comparison): boolean => INEQUALITIES.has(comparison.op);

/** Throws INVALID_ARGUMENT for a query that Firestore would not run. */
export function checkQuery(query: StructuredQuery): void {
  if ((query.from?.length ?? 0) > 1) throw new FirestoreError('UNIMPLEMENTED', 'Only one collection can be queried.');
  if ((query.offset ?? 0) < 0) throw invalidArgument('offset is negative');
  const leaves = comparisons(query.where);
  for (const leaf of leaves) checkComparison(leaf);
  const unequal = leaves.filter(isInequality).map(({ fieldPath }) => fieldPath);
  const namesOne = leaves.some(({ fieldPath, op }) => fieldPath === NAME_FIELD && op === 'EQUAL');
  if (namesOne && unequal.length > 0 && !unequal.includes(NAME_FIELD)) {
    throw invalidArgument(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    );
  }
  if (leaves.filter((leaf) => NEGATIONS.has(leaf.op)).length > 1) {
    throw invalidArgument(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  if (leaves.some((leaf) => leaf.op === 'NOT_IN') && query.where && disjunctions(query.where) > 1) {
    throw invalidArgument("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
  if (query.where && disjunctions(query.where) > MAX_DISJUNCTIONS) {
    throw invalidArgument(
      `The query has more than ${MAX_DISJUNCTIONS} disjunctions after its filter is brought to disjunctive normal form.`,
    );
  }
  if (query.where) checkArrayContains(query.where);
}

function checkComparison({ fieldPath, op, value }: Comparison): void {
  if (fieldPath !== NAME_FIELD) parseFieldPath(fieldPath);
  const most = MAX_VALUES[op as FieldOperator];
  if (most !== undefined) {
    const count = value ? listed(value).length : 0;
    if (count === 0) throw invalidArgument(`'${op}' requires an non-empty ArrayValue.`);
    if (count > most) throw invalidArgument(`'${op}' supports up to ${most} comparison values.`);
  }
  if (fieldPath !== NAME_FIELD || !value) return;
  const operands = most === undefined ? [value] : listed(value);
  if (operands.some((operand) => !('referenceValue' in operand))) {
    throw invalidArgument('__key__ filter value must be a Key');
  }
}

/** Number of conjunctions in the filter's disjunctive normal form. */
function disjunctions(filter: Filter): number {
  if (filter.compositeFilter) {
    const counts = filter.compositeFilter.filters.map(disjunctions);
    return filter.compositeFilter.op === 'OR'
      ? counts.reduce((sum, count) => sum + count, 0)
      : counts.reduce((product, count) => product * count, 1);
  }
  const leaf = filter.fieldFilter;
  return leaf && (leaf.op === 'IN' || leaf.op === 'ARRAY_CONTAINS_ANY') ? listed(leaf.value).length : 1;
}

/** Counts the array-contains filters that apply together. Throws INVALID_ARGUMENT for more than one. */
function checkArrayContains(filter: Filter): number {
  if (!filter.compositeFilter) {
    const op = filter.fieldFilter?.op;
    return op === 'ARRAY_CONTAINS' || op === 'ARRAY_CONTAINS_ANY' ? 1 : 0;
  }
  const counts = filter.compositeFilter.filters.map(checkArrayContains);
  if (filter.compositeFilter.op === 'OR') return Math.max(0, ...counts);
  const together = counts.reduce((sum, count) => sum + count, 0);
  if (together > 1) throw invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  return together;
}

/** Throws INVALID_ARGUMENT if a cursor has more values than there are orders, or no reference for the name. */
export function checkCursor(cursor: Cursor | undefined, orderedFields: readonly string[]): void {
  const values = cursor?.values ?? [];
  if (values.length > orderedFields.length) throw invalidArgument('Cursor has too many values.');
  for (const [index, value] of values.entries()) {
    if (orderedFields[index] === NAME_FIELD && !('referenceValue' in value)) {
      throw invalidArgument('Cursor value for __name__ must be a document reference.');
    }
  }
}
