/**
 * The value of a rules expression. An int is a bigint and a float is a number, so the two are never confused.
 * Source: https://firebase.google.com/docs/reference/rules/rules
 */

export type RulesValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | RulesList
  | RulesMap
  | SetValue
  | PathValue
  | TimestampValue
  | DurationValue
  | LatLngValue
  | MapDiffValue
  | Unknown;

export type RulesList = readonly RulesValue[];
export type RulesMap = ReadonlyMap<string, RulesValue>;

/** Unique by rules equality; the first of equal items is kept. */
export class SetValue {
  constructor(readonly items: readonly RulesValue[]) {}
}

/** `bindings` are the captures of its match, which rules read as `path.name` and `path['name']`. */
export class PathValue {
  constructor(
    readonly segments: readonly (string | Placeholder)[],
    readonly bindings: RulesMap = new Map(),
  ) {}

  /** `/a/b`, with placeholders as `{name}`. */
  toString(): string {
    return `/${this.segments.map((s) => (typeof s === 'string' ? s : `{${s.name}}`)).join('/')}`;
  }
}

/** A placeholder in a path literal, which `bind()` replaces. */
export class Placeholder {
  constructor(readonly name: string) {}
}

/** Nanoseconds since 1970-01-01 UTC. */
export class TimestampValue {
  constructor(readonly nanos: bigint) {}
}

/** Signed nanoseconds. */
export class DurationValue {
  constructor(readonly nanos: bigint) {}
}

/** Degrees. */
export class LatLngValue {
  constructor(
    readonly latitude: number,
    readonly longitude: number,
  ) {}
}

export class MapDiffValue {
  constructor(
    readonly after: RulesMap,
    readonly before: RulesMap,
  ) {}
}

/**
 * A value that a query does not determine. `facts` holds what is known about it. An operator that the facts do not
 * decide returns Unknown, and a condition whose result is Unknown denies.
 */
export class Unknown {
  constructor(readonly facts?: Facts) {}
}

/** What a query guarantees about every document it can return. */
export interface Facts {
  /** Returns undefined if the facts do not decide it. */
  compare(operator: '==' | '<' | '<=' | '>' | '>=', value: RulesValue): boolean | undefined;
  isType(typeName: string): boolean | undefined;
  /** Whether `value` is an item of this list. */
  contains(value: RulesValue): boolean | undefined;
  /** A field of this map: its value, or Unknown, or undefined if the field may be absent. */
  field(name: string): RulesValue | undefined;
}

export const UNKNOWN = new Unknown();

/** An evaluation error. It is a value, so that `&&` and `||` can be decided by the other operand. */
export class RulesError {
  constructor(
    readonly message: string,
    readonly at?: { line: number; column: number },
  ) {}
}

export type Result = RulesValue | RulesError;

export function fail(message: string): RulesError {
  return new RulesError(message);
}

type TypeName =
  | 'null'
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'bytes'
  | 'list'
  | 'map'
  | 'set'
  | 'path'
  | 'timestamp'
  | 'duration'
  | 'latlng'
  | 'map_diff'
  | 'constraint';

export function typeOf(value: RulesValue): TypeName {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'string';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Map) return 'map';
  if (value instanceof SetValue) return 'set';
  if (value instanceof PathValue) return 'path';
  if (value instanceof TimestampValue) return 'timestamp';
  if (value instanceof DurationValue) return 'duration';
  if (value instanceof LatLngValue) return 'latlng';
  if (value instanceof MapDiffValue) return 'map_diff';
  if (value instanceof Unknown) return 'constraint';
  return 'list';
}

export function isList(value: RulesValue): value is RulesList {
  return Array.isArray(value);
}

export function isMap(value: RulesValue): value is RulesMap {
  return value instanceof Map;
}

/** The names `is` accepts. Source: https://firebase.google.com/docs/rules/rules-language#is_operator */
export const TESTABLE_TYPES: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'constraint',
  'duration',
  'float',
  'int',
  'latlng',
  'list',
  'map',
  'map_diff',
  'number',
  'path',
  'set',
  'string',
  'timestamp',
]);

export function isOfType(value: RulesValue, typeName: string): boolean {
  const type = typeOf(value);
  return typeName === 'number' ? type === 'int' || type === 'float' : type === typeName;
}
