import { invalidArgument } from './errors';
import { canonicalTimestamp } from './timestamps';
import type { Fields, Value } from './types';
import { isVector, vectorElements, vectorMistake } from './vectors';

const MAX_DEPTH = 20;
const MAX_NAME_BYTES = 1500;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const RESERVED = /^__.*__$/;

/**
 * Checks fields against Firestore's limits and returns them in canonical form, with defaults filled in and timestamps
 * truncated to microseconds. Throws INVALID_ARGUMENT.
 * Source: https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
 */
export function normalizeFields(fields: Fields | undefined): Fields {
  return eachField(fields, (value, name) => normalizeValue(value, { property: name, depth: 0 }));
}

/** A value's position in a document: its top-level property, and how many maps and arrays contain it. */
interface Place {
  property: string;
  depth: number;
}

function eachField(fields: Fields | undefined, normalize: (value: Value, name: string) => Value): Fields {
  const result: Fields = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    checkFieldName(name);
    result[name] = normalize(value, name);
  }
  return result;
}

function deeper({ property, depth }: Place): Place {
  if (depth >= MAX_DEPTH) throw invalidArgument(`Property ${property} contains an invalid nested entity.`);
  return { property, depth: depth + 1 };
}

export function checkFieldName(name: string): void {
  if (name === '') throw invalidArgument('Field name must not be empty.');
  if (RESERVED.test(name)) throw invalidArgument(`Field name "${name}" is invalid because it is reserved.`);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalidArgument(`Field name "${name.slice(0, 20)}…" is longer than ${MAX_NAME_BYTES} bytes.`);
  }
}

/** One value in canonical form. Throws INVALID_ARGUMENT. */
export function normalizeValue(value: Value, place: Place = { property: 'value', depth: 0 }): Value {
  const kind = Object.keys(value ?? {})[0];
  if (kind === undefined) throw invalidArgument('A value has no type.');
  if ('nullValue' in value) return { nullValue: null };
  if ('booleanValue' in value) return { booleanValue: Boolean(value.booleanValue) };
  if ('integerValue' in value) return { integerValue: normalizeInteger(value.integerValue) };
  if ('doubleValue' in value) return normalizeDouble(value.doubleValue);
  if ('timestampValue' in value) return { timestampValue: normalizeTimestamp(value.timestampValue) };
  if ('stringValue' in value) return { stringValue: String(value.stringValue) };
  if ('bytesValue' in value) return { bytesValue: Buffer.from(value.bytesValue, 'base64').toString('base64') };
  if ('referenceValue' in value) return { referenceValue: normalizeReference(value.referenceValue) };
  if ('geoPointValue' in value) return normalizeGeoPoint(value.geoPointValue);
  if ('arrayValue' in value) return normalizeArray(value.arrayValue?.values ?? [], deeper(place));
  if ('mapValue' in value) return normalizeMap(value.mapValue?.fields, deeper(place));
  throw invalidArgument(`Unknown value type "${kind}".`);
}

function normalizeInteger(text: string | number): string {
  if (!/^-?\d{1,20}$/.test(String(text))) throw invalidArgument(`Invalid integer value "${text}".`);
  const exact = BigInt(text);
  if (exact > MAX_INT64 || exact < MIN_INT64) throw invalidArgument(`Integer value "${text}" is out of range.`);
  return exact.toString();
}

function normalizeDouble(value: number | string): Value {
  const double = Number(value);
  if (Number.isNaN(double)) {
    if (value === 'NaN' || typeof value === 'number') return { doubleValue: 'NaN' };
    throw invalidArgument(`Invalid double value "${value}".`);
  }
  if (Number.isFinite(double)) return { doubleValue: double };
  return { doubleValue: double > 0 ? 'Infinity' : '-Infinity' };
}

function normalizeTimestamp(text: string): string {
  const canonical = canonicalTimestamp(text);
  if (!/^(?!0000)\d{4}-/.test(canonical)) throw invalidArgument(`Timestamp "${text}" is not in the years 1 to 9999.`);
  return canonical;
}

function normalizeReference(name: string): string {
  if (!/^projects\/[^/]+\/databases\/[^/]+\/documents(\/[^/]+\/[^/]+)+$/.test(name)) {
    throw invalidArgument(`Invalid document reference "${name}".`);
  }
  return name;
}

function normalizeGeoPoint(point: { latitude?: number; longitude?: number }): Value {
  const latitude = Number(point?.latitude ?? 0);
  const longitude = Number(point?.longitude ?? 0);
  if (!(Math.abs(latitude) <= 90)) throw invalidArgument(`Latitude ${latitude} is not between -90 and 90.`);
  if (!(Math.abs(longitude) <= 180)) throw invalidArgument(`Longitude ${longitude} is not between -180 and 180.`);
  return { geoPointValue: { latitude, longitude } };
}

function normalizeArray(values: Value[], place: Place): Value {
  if (values.some((value) => value && 'arrayValue' in value)) {
    throw invalidArgument('Cannot convert an array value in an array value.');
  }
  return { arrayValue: { values: values.map((value) => normalizeValue(value, place)) } };
}

function normalizeMap(fields: Fields | undefined, place: Place): Value {
  if (isVector(fields)) return normalizeVector(fields);
  return { mapValue: { fields: eachField(fields, (value) => normalizeValue(value, place)) } };
}

/** A vector's elements are doubles, also if a client sends integers. */
function normalizeVector(fields: Fields): Value {
  const mistake = vectorMistake(fields);
  if (mistake) throw invalidArgument(mistake);
  const values = (vectorElements({ mapValue: { fields } }) ?? []).map((element) =>
    normalizeDouble(
      'integerValue' in element ? element.integerValue : 'doubleValue' in element ? element.doubleValue : 0,
    ),
  );
  return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values } } } } };
}
