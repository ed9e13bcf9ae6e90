import type { RulesDocument } from '../api';
import { parseTimestamp } from './time';
import { LatLngValue, PathValue, type RulesMap, type RulesValue, TimestampValue } from './values';

/** Thrown for a request with an invalid Firestore value. The request is denied. */
export class MalformedRequest extends Error {}

type Json = Record<string, unknown>;

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Converts a Firestore value in proto3 JSON. Throws `MalformedRequest`. */
export function fromFirestore(value: unknown): RulesValue {
  const [[kind, content] = ['', undefined]] = Object.entries(record(value)).filter(([, inner]) => inner !== undefined);
  switch (kind) {
    case 'nullValue':
      return null;
    case 'booleanValue':
      return content === true;
    case 'integerValue':
      return integerFrom(content);
    case 'doubleValue':
      return Number(content);
    case 'stringValue':
      return String(content);
    case 'bytesValue':
      return new Uint8Array(Buffer.from(String(content), 'base64'));
    case 'timestampValue':
      return timestampFrom(content);
    case 'referenceValue':
      return pathFromName(String(content));
    case 'geoPointValue': {
      const { latitude, longitude } = record(content);
      return new LatLngValue(Number(latitude ?? 0), Number(longitude ?? 0));
    }
    case 'arrayValue': {
      const { values } = record(content);
      return Array.isArray(values) ? values.map(fromFirestore) : [];
    }
    case 'mapValue':
      return fieldsFrom(record(content).fields);
    default:
      throw new MalformedRequest(`Not a Firestore value: ${kind || 'empty'}.`);
  }
}

/** Converts an int64, given as a number or a decimal string. Throws `MalformedRequest`. */
export function integerFrom(content: unknown): bigint {
  const text = String(content);
  if (!/^-?\d+$/.test(text)) throw new MalformedRequest(`Not an integer: ${text}.`);
  return BigInt(text);
}

/** Converts RFC 3339. Throws `MalformedRequest`. */
export function timestampFrom(content: unknown): TimestampValue {
  const nanos = parseTimestamp(String(content));
  if (nanos === null) throw new MalformedRequest(`Not a timestamp: ${String(content)}.`);
  return new TimestampValue(nanos);
}

function fieldsFrom(fields: unknown): RulesMap {
  return new Map(Object.entries(record(fields)).map(([key, value]) => [key, fromFirestore(value)]));
}

/** `projects/p/databases/d/documents/a/b` is `/databases/d/documents/a/b` in rules. */
function pathFromName(name: string): PathValue {
  const segments = name.split('/').filter((segment) => segment !== '');
  return new PathValue(segments[0] === 'projects' ? segments.slice(2) : segments);
}

/** https://firebase.google.com/docs/reference/rules/rules.firestore.Resource */
export function resourceFrom(document: RulesDocument): RulesMap {
  const path = pathFromName(document.name);
  return new Map<string, RulesValue>([
    ['data', fieldsFrom(document.fields)],
    ['id', String(path.segments.at(-1) ?? '')],
    ['__name__', path],
  ]);
}

/** Converts plain JSON, such as token claims. Whole numbers become ints. */
export function fromJson(value: unknown): RulesValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(fromJson);
  return new Map(Object.entries(record(value)).map(([key, inner]) => [key, fromJson(inner)]));
}
