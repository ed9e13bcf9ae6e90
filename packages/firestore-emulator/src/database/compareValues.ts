import { compareDoubles, compareNumbers } from './compareNumbers';
import { compareTimestamps } from './timestamps';
import type { Fields, Value } from './types';
import { isVector, vectorElements } from './vectors';

/**
 * The position of a value's type in Firestore's total order.
 * Source: https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering
 */
export function typeOrder(value: Value): number {
  if ('nullValue' in value) return 0;
  if ('booleanValue' in value) return 1;
  if ('integerValue' in value || 'doubleValue' in value) return 2;
  if ('timestampValue' in value) return 3;
  if ('stringValue' in value) return 4;
  if ('bytesValue' in value) return 5;
  if ('referenceValue' in value) return 6;
  if ('geoPointValue' in value) return 7;
  if ('arrayValue' in value) return 8;
  return 'mapValue' in value && isVector(value.mapValue.fields) ? 9 : 10;
}

/** Compares in Firestore's total order over all values. Returns a negative number, zero or a positive number. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  const order = typeOrder(a);
  const difference = order - typeOrder(b);
  if (difference !== 0) return difference;
  if (order === 2) return compareNumbers(a, b);
  if ('stringValue' in a && 'stringValue' in b) return compareStrings(a.stringValue, b.stringValue);
  if ('booleanValue' in a && 'booleanValue' in b) return Number(a.booleanValue) - Number(b.booleanValue);
  if ('timestampValue' in a && 'timestampValue' in b) return compareTimestamps(a.timestampValue, b.timestampValue);
  if ('bytesValue' in a && 'bytesValue' in b) {
    return Buffer.compare(Buffer.from(a.bytesValue, 'base64'), Buffer.from(b.bytesValue, 'base64'));
  }
  if ('referenceValue' in a && 'referenceValue' in b) return compareNames(a.referenceValue, b.referenceValue);
  if ('geoPointValue' in a && 'geoPointValue' in b) {
    return (
      compareDoubles(a.geoPointValue.latitude ?? 0, b.geoPointValue.latitude ?? 0) ||
      compareDoubles(a.geoPointValue.longitude ?? 0, b.geoPointValue.longitude ?? 0)
    );
  }
  if ('arrayValue' in a && 'arrayValue' in b)
    return compareArrays(a.arrayValue.values ?? [], b.arrayValue.values ?? []);
  if (order === 9) return compareVectors(vectorElements(a) ?? [], vectorElements(b) ?? []);
  if ('mapValue' in a && 'mapValue' in b) return compareMaps(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  return 0;
}

/** Equality as in queries and array transforms: 3 equals 3.0, and NaN equals NaN. */
export const valuesEqual = (a: Value, b: Value): boolean => compareValues(a, b) === 0;

/** Equality that includes the type and the sign of zero. It decides whether a write changed anything. */
export function identical(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  if ('arrayValue' in a && 'arrayValue' in b) {
    const left = a.arrayValue.values ?? [];
    const right = b.arrayValue.values ?? [];
    return left.length === right.length && left.every((item, index) => identical(item, right[index]));
  }
  if ('mapValue' in a && 'mapValue' in b) return identicalFields(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  if ('integerValue' in a !== 'integerValue' in b) return false;
  if ('doubleValue' in a && 'doubleValue' in b) return Object.is(Number(a.doubleValue), Number(b.doubleValue));
  return compareValues(a, b) === 0;
}

export function identicalFields(a: Fields, b: Fields): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && identical(a[name], b[name]))
  );
}

/** Compares by UTF-8 bytes, which is the order of code points, not of UTF-16 units. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates encode code points above U+FFFF, so they come after every other unit. */
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

const NUMERIC_ID = /^__id(-?\d{1,19})__$/;

/**
 * Compares resource names segment by segment. Numeric ids (`__id7__`) come first, by number.
 *
 * @param shared length of a prefix that both names are known to share
 */
export function compareNames(a: string, b: string, shared = 0): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = shared;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  const start = a.lastIndexOf('/', at - 1) + 1;
  if (a.startsWith('__id', start) || b.startsWith('__id', start)) {
    return compareIds(segmentAt(a, start), segmentAt(b, start)) || a.length - b.length;
  }
  if (at === length) return a.length - b.length;
  // The name whose segment ends here has the shorter segment, whatever follows the slash.
  if (a[at] === '/' || b[at] === '/') return a[at] === '/' ? -1 : 1;
  return codePointRank(a.charCodeAt(at)) - codePointRank(b.charCodeAt(at));
}

function segmentAt(name: string, start: number): string {
  const end = name.indexOf('/', start);
  return name.slice(start, end < 0 ? undefined : end);
}

function compareIds(a: string, b: string): number {
  const left = a.startsWith('__id') ? NUMERIC_ID.exec(a) : null;
  const right = b.startsWith('__id') ? NUMERIC_ID.exec(b) : null;
  if (!left && !right) return compareStrings(a, b);
  if (!left || !right) return left ? -1 : 1;
  const difference = BigInt(left[1] as string) - BigInt(right[1] as string);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The shorter vector comes first, whatever its elements. */
const compareVectors = (a: readonly Value[], b: readonly Value[]): number => a.length - b.length || compareArrays(a, b);

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = compareValues(a[index] as Value, b[index] as Value);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Compares maps as lists of entries, sorted by key. */
function compareMaps(a: Fields, b: Fields): number {
  const left = Object.keys(a).sort(compareStrings);
  const right = Object.keys(b).sort(compareStrings);
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const key = left[index] as string;
    const difference =
      compareStrings(key, right[index] as string) || compareValues(a[key] as Value, b[right[index] as string] as Value);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
