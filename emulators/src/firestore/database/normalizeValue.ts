import { invalidArgument } from './errors';
import { formatMicros, toMicros } from './timestamps';
import type { Fields, Value } from './types';

const MAX_DEPTH = 20;
const MAX_NAME_BYTES = 1500;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const RESERVED = /^__.*__$/;

/**
 * The fields of a document to store, checked against Firestore's limits and in one canonical form: defaults filled in,
 * timestamps cut to microseconds. Throws INVALID_ARGUMENT.
 * Source: https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
 */
export function normalizeFields(fields: Fields | undefined, depth = 0): Fields {
  if (depth > MAX_DEPTH) throw invalidArgument(`Maps and arrays nest deeper than the maximum of ${MAX_DEPTH}.`);
  const result: Fields = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    checkFieldName(name);
    // A plain assignment to "__proto__" would change the prototype; the name check above refuses it.
    result[name] = normalizeValue(value, depth);
  }
  return result;
}

export function checkFieldName(name: string): void {
  if (name === '') throw invalidArgument('Field name must not be empty.');
  if (RESERVED.test(name)) throw invalidArgument(`Field name "${name}" is invalid because it is reserved.`);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalidArgument(`Field name "${name.slice(0, 20)}…" is longer than ${MAX_NAME_BYTES} bytes.`);
  }
}

/** One value in canonical form. `depth` counts the maps and arrays around it. Throws INVALID_ARGUMENT. */
export function normalizeValue(value: Value, depth = 0): Value {
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
  if ('arrayValue' in value) return normalizeArray(value.arrayValue?.values ?? [], depth);
  if ('mapValue' in value) return { mapValue: { fields: normalizeFields(value.mapValue?.fields, depth + 1) } };
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

const MIN_SECONDS = Date.parse('0001-01-01T00:00:00Z') / 1000;

function normalizeTimestamp(text: string): string {
  const micros = toMicros(text);
  if (micros < MIN_SECONDS * 1e6) throw invalidArgument(`Timestamp "${text}" is before the year 1.`);
  return formatMicros(micros);
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

function normalizeArray(values: Value[], depth: number): Value {
  if (depth + 1 > MAX_DEPTH) throw invalidArgument(`Maps and arrays nest deeper than the maximum of ${MAX_DEPTH}.`);
  if (values.some((value) => value && 'arrayValue' in value)) {
    throw invalidArgument('Cannot convert an array value in an array value.');
  }
  return { arrayValue: { values: values.map((value) => normalizeValue(value, depth + 1)) } };
}
