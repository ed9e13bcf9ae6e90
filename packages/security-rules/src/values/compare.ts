import {
  DurationValue,
  fail,
  isList,
  isMap,
  LatLngValue,
  MapDiffValue,
  PathValue,
  Placeholder,
  type RulesError,
  type RulesMap,
  type RulesValue,
  SetValue,
  TimestampValue,
  typeOf,
} from './values';

/** The operator `==`: compares numbers by value, containers deeply, and other values only within the same type. */
export function equals(a: RulesValue, b: RulesValue): boolean {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a === null || typeof a !== 'object') return a === b;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => equals(item, b[i] ?? null));
  if (isMap(a)) return isMap(b) && mapsEqual(a, b);
  if (a instanceof SetValue) {
    return (
      b instanceof SetValue && a.items.length === b.items.length && a.items.every((item) => includes(b.items, item))
    );
  }
  if (a instanceof PathValue) {
    return b instanceof PathValue && !a.segments.some((s) => s instanceof Placeholder) && a.toString() === b.toString();
  }
  if (a instanceof TimestampValue) return b instanceof TimestampValue && a.nanos === b.nanos;
  if (a instanceof DurationValue) return b instanceof DurationValue && a.nanos === b.nanos;
  if (a instanceof LatLngValue) {
    return b instanceof LatLngValue && a.latitude === b.latitude && a.longitude === b.longitude;
  }
  if (a instanceof MapDiffValue) {
    return b instanceof MapDiffValue && mapsEqual(a.after, b.after) && mapsEqual(a.before, b.before);
  }
  return a === b;
}

function mapsEqual(a: RulesMap, b: RulesMap): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !equals(value, other)) return false;
  }
  return true;
}

export function includes(items: readonly RulesValue[], value: RulesValue): boolean {
  return items.some((item) => equals(item, value));
}

/** Removes duplicates. Keeps the first of equal items. */
export function unique(items: readonly RulesValue[]): RulesValue[] {
  const kept: RulesValue[] = [];
  for (const item of items) if (!includes(kept, item)) kept.push(item);
  return kept;
}

/** Returns a negative number, zero or a positive number; NaN if an operand is NaN; an error for different types. */
export function compare(a: RulesValue, b: RulesValue): number | RulesError {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a instanceof TimestampValue && b instanceof TimestampValue) return compareNumbers(a.nanos, b.nanos);
  if (a instanceof DurationValue && b instanceof DurationValue) return compareNumbers(a.nanos, b.nanos);
  if (a === null || b === null) return fail('Null value error.');
  return fail(`Unsupported operation error. Received: ${typeOf(a)} and ${typeOf(b)}, which have no order.`);
}

export function isNumber(value: RulesValue): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** JavaScript compares a bigint with a number exactly. */
function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0;
}
