import { compareNumbers, toDouble } from './compareNumbers';
import { typeOrder, valuesEqual } from './compareValues';
import { invalidArgument } from './errors';
import { getField, parseFieldPath, setField } from './fieldPath';
import { normalizeValue } from './normalizeValue';
import type { Fields, FieldTransform, Value } from './types';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const NUMBER = 2;

/**
 * Applies a write's transforms in order. `results` has one value per transform, as the API reports them (null for array
 * transforms). Source: https://firebase.google.com/docs/firestore/reference/rest/v1/Write#fieldtransform
 *
 * @param requestTime RFC 3339; the value of server timestamps
 */
export function applyTransforms(
  fields: Fields,
  transforms: readonly FieldTransform[],
  requestTime: string,
): { fields: Fields; results: Value[] } {
  const results: Value[] = [];
  let changed = fields;
  for (const transform of transforms) {
    const path = parseFieldPath(transform.fieldPath);
    const value = transformed(getField(changed, path), transform, requestTime);
    changed = setField(changed, path, value);
    results.push('arrayValue' in value && isArrayTransform(transform) ? { nullValue: null } : value);
  }
  return { fields: changed, results };
}

const isArrayTransform = (transform: FieldTransform): boolean =>
  Boolean(transform.appendMissingElements ?? transform.removeAllFromArray);

function transformed(current: Value | undefined, transform: FieldTransform, requestTime: string): Value {
  if (transform.setToServerValue === 'REQUEST_TIME') return { timestampValue: requestTime };
  if (transform.increment) return increment(current, operand(transform.increment, 'increment'));
  if (transform.maximum) return extreme(current, operand(transform.maximum, 'maximum'), 1);
  if (transform.minimum) return extreme(current, operand(transform.minimum, 'minimum'), -1);
  if (transform.appendMissingElements) return union(current, elements(transform.appendMissingElements));
  if (transform.removeAllFromArray) return without(current, elements(transform.removeAllFromArray));
  throw invalidArgument(`The transform of "${transform.fieldPath}" has no operation.`);
}

function operand(value: Value, kind: string): Value {
  const normal = normalizeValue(value);
  if (typeOrder(normal) !== NUMBER) throw invalidArgument(`The operand of ${kind} must be a number.`);
  return normal;
}

const elements = (list: { values?: Value[] }): Value[] => {
  const normal = normalizeValue({ arrayValue: list });
  return 'arrayValue' in normal ? (normal.arrayValue.values ?? []) : [];
};

/** int64 sums saturate. If one operand is a double, the sum is a double. */
function increment(current: Value | undefined, by: Value): Value {
  if (!current || typeOrder(current) !== NUMBER) return by;
  if ('integerValue' in current && 'integerValue' in by) {
    const sum = BigInt(current.integerValue) + BigInt(by.integerValue);
    return { integerValue: (sum > MAX_INT64 ? MAX_INT64 : sum < MIN_INT64 ? MIN_INT64 : sum).toString() };
  }
  return normalizeValue({ doubleValue: asDouble(current) + asDouble(by) });
}

const asDouble = (value: Value): number =>
  'integerValue' in value ? Number(value.integerValue) : 'doubleValue' in value ? toDouble(value.doubleValue) : 0;

/** Keeps the stored value if both are equal in different types. NaN wins over every number. */
function extreme(current: Value | undefined, other: Value, sign: 1 | -1): Value {
  if (!current || typeOrder(current) !== NUMBER) return other;
  if (Number.isNaN(asDouble(current))) return current;
  if (Number.isNaN(asDouble(other))) return other;
  return compareNumbers(other, current) * sign > 0 ? other : current;
}

const items = (value: Value | undefined): Value[] =>
  value && 'arrayValue' in value ? (value.arrayValue.values ?? []) : [];

function union(current: Value | undefined, added: Value[]): Value {
  const values = [...items(current)];
  for (const value of added) if (!values.some((present) => valuesEqual(present, value))) values.push(value);
  return { arrayValue: { values } };
}

function without(current: Value | undefined, removed: Value[]): Value {
  return {
    arrayValue: { values: items(current).filter((value) => !removed.some((gone) => valuesEqual(gone, value))) },
  };
}
