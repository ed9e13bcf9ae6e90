import { FirestoreError } from '../../database/errors';
import type { FieldPlan, Kind, MessagePlan } from './plan';
import { timestampFromJson } from './timestamps';

type Message = Record<string, unknown>;

/**
 * Parses proto3 JSON from a client. Checks every name and type against the protocol and returns the canonical form
 * (lower camel case names, int64 as decimal strings, standard base64, enums by name, nulls left out).
 * @throws FirestoreError INVALID_ARGUMENT that names the invalid field, as Google's JSON front end does
 * Source: https://protobuf.dev/programming-guides/json/
 */
export function parseJson(plan: MessagePlan, json: unknown, path = ''): Message {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid(path, json, 'an object');
  const out: Message = {};
  for (const [key, value] of Object.entries(json)) {
    const field = plan.fields.get(key) ?? plan.fields.get(camelCase(key));
    if (!field) throw unknownName(key, path);
    if (value === null && field.kind !== 'null') continue;
    out[field.name] = parseField(field, value, path ? `${path}.${field.name}` : field.name);
  }
  for (const oneof of plan.oneofs) {
    const set = oneof.filter((name) => name in out);
    if (set.length > 1) throw bad(path, `oneof field is already set. Cannot set '${set[1]}'`);
  }
  return out;
}

function parseField(field: FieldPlan, value: unknown, path: string): unknown {
  if (field.shape === 'repeated') {
    if (!Array.isArray(value)) throw invalid(path, value, 'an array');
    return value.map((item, index) => parseOne(field, item, `${path}[${index}]`));
  }
  if (field.shape === 'map') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(path, value, 'an object');
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, parseOne(field, item, `${path}.${key}`)]),
    );
  }
  return parseOne(field, value, path);
}

function parseOne(field: FieldPlan, value: unknown, path: string): unknown {
  if (field.kind === 'message') return parseJson(field.message(), value, path);
  if (field.kind === 'enum') return parseEnum(field, value, path);
  if (field.kind === 'wrapper') {
    const boxed = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value;
    return scalar(field.wrapped, boxed, path);
  }
  return scalar(field.kind, value, path);
}

function parseEnum(field: FieldPlan, value: unknown, path: string): string {
  const name = typeof value === 'number' ? field.enumNames.get(value) : value;
  if (typeof name !== 'string' || ![...field.enumNames.values()].includes(name)) {
    throw invalid(path, value, [...field.enumNames.values()].join(', '));
  }
  return name;
}

const INTEGER = /^-?\d+$/;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

function scalar(kind: Kind, value: unknown, path: string): unknown {
  const parsed = PARSERS[kind]?.(value);
  if (parsed === undefined) throw invalid(path, value, kind);
  return parsed;
}

/** Each returns `undefined` for values that it does not accept. */
const PARSERS: Partial<Record<Kind, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'string' ? value : undefined),
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  null: (value) => (value === null || value === 'NULL_VALUE' || value === 0 ? null : undefined),
  int32: (value) => {
    const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    return typeof number === 'number' && number === (number | 0) ? number : undefined;
  },
  int64: (value) => {
    const text = typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : value;
    if (typeof text !== 'string' || !INTEGER.test(text)) return undefined;
    const number = BigInt(text);
    return number >= INT64_MIN && number <= INT64_MAX ? number.toString() : undefined;
  },
  double: (value) => {
    if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return value;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  bytes: (value) => {
    if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return undefined;
    return Buffer.from(value, 'base64').toString('base64');
  },
  // Other proto3 clients send Timestamp as a message, too; the web SDK always sends text over REST.
  timestamp: (value) => (typeof value === 'string' && timestampFromJson(value) ? value : undefined),
};

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const bad = (path: string, what: string) =>
  new FirestoreError('INVALID_ARGUMENT', `Invalid value at '${path || 'request'}': ${what}`);

const invalid = (path: string, value: unknown, wanted: string) =>
  bad(path, `${JSON.stringify(value)?.slice(0, 100)} is not ${wanted}.`);

const unknownName = (key: string, path: string) =>
  new FirestoreError(
    'INVALID_ARGUMENT',
    `Invalid JSON payload received. Unknown name "${key}"${path ? ` at '${path}'` : ''}: Cannot find field.`,
  );
