import { compareValues, typeOrder, valuesEqual } from './compareValues';
import { invalidArgument } from './errors';
import { getField, parseFieldPath } from './fieldPath';
import type { Document, FieldOperator, Filter, UnaryOperator, Value } from './types';

export const NAME_FIELD = '__name__';

/** Returns a function that reads a field. `__name__` reads the document's reference. */
export function fieldReader(fieldPath: string): (document: Document) => Value | undefined {
  if (fieldPath === NAME_FIELD) return (document) => ({ referenceValue: document.name });
  const path = parseFieldPath(fieldPath);
  return (document) => getField(document.fields, path);
}

export type Predicate = (document: Document) => boolean;

/** Turns a checked filter into a predicate. */
export function compileFilter(filter: Filter): Predicate {
  if (filter.compositeFilter) {
    const parts = filter.compositeFilter.filters.map(compileFilter);
    if (filter.compositeFilter.op === 'OR') return (document) => parts.some((part) => part(document));
    return (document) => parts.every((part) => part(document));
  }
  const { fieldFilter, unaryFilter } = filter;
  if (fieldFilter) {
    const test = fieldTest(fieldFilter.op, fieldFilter.value);
    return presentAnd(fieldFilter.field.fieldPath, test);
  }
  if (unaryFilter) return presentAnd(unaryFilter.field.fieldPath, unaryTest(unaryFilter.op));
  throw invalidArgument('A filter must be composite, of a field, or unary.');
}

function presentAnd(fieldPath: string, test: (value: Value) => boolean): Predicate {
  const read = fieldReader(fieldPath);
  return (document) => {
    const value = read(document);
    return value !== undefined && test(value);
  };
}

const isNull = (value: Value): boolean => 'nullValue' in value;
const isNaNValue = (value: Value): boolean => 'doubleValue' in value && Number.isNaN(Number(value.doubleValue));
export const listed = (value: Value): Value[] => ('arrayValue' in value ? (value.arrayValue.values ?? []) : []);

function unaryTest(op: UnaryOperator): (value: Value) => boolean {
  switch (op) {
    case 'IS_NULL':
      return isNull;
    case 'IS_NOT_NULL':
      return (value) => !isNull(value);
    case 'IS_NAN':
      return isNaNValue;
    case 'IS_NOT_NAN':
      return (value) => !isNull(value) && !isNaNValue(value);
    default:
      throw invalidArgument(`Unknown unary operator "${op}".`);
  }
}

/** Only ==, != and not-in find null or NaN, or compare with them. Negations never match null. */
const isComparable = (value: Value): boolean => !isNull(value) && !isNaNValue(value);

/**
 * Ranges match only values of the operand's type.
 * Source: firebase-js-sdk, packages/firestore/test/integration/api/query.test.ts and composite_index_query.test.ts
 */
function fieldTest(op: FieldOperator, operand: Value): (value: Value) => boolean {
  const ranged = (test: (order: number) => boolean) => (value: Value) =>
    isComparable(value) &&
    isComparable(operand) &&
    typeOrder(value) === typeOrder(operand) &&
    test(compareValues(value, operand));
  const operands = listed(operand);
  const anyOf = (value: Value) => operands.some((other) => valuesEqual(value, other));
  switch (op) {
    case 'EQUAL':
      return (value) => valuesEqual(value, operand);
    case 'NOT_EQUAL':
      return (value) => !isNull(value) && !valuesEqual(value, operand);
    case 'LESS_THAN':
      return ranged((order) => order < 0);
    case 'LESS_THAN_OR_EQUAL':
      return ranged((order) => order <= 0);
    case 'GREATER_THAN':
      return ranged((order) => order > 0);
    case 'GREATER_THAN_OR_EQUAL':
      return ranged((order) => order >= 0);
    case 'IN':
      return (value) => isComparable(value) && anyOf(value);
    case 'NOT_IN':
      return operands.some(isNull) ? () => false : (value) => !isNull(value) && !anyOf(value);
    case 'ARRAY_CONTAINS':
      return (value) => isComparable(operand) && listed(value).some((item) => valuesEqual(item, operand));
    case 'ARRAY_CONTAINS_ANY':
      return (value) => listed(value).some((item) => isComparable(item) && anyOf(item));
    default:
      throw invalidArgument(`Unknown operator "${op}".`);
  }
}
