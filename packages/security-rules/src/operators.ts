import type { BinaryOperator } from './ast';
import { fitsInt64 } from './builtins/conversions';
import { decideComparison, decideMembership } from './unknowns';
import { compare, equals, includes, isNumber } from './values/compare';
import { inTimestampRange } from './values/time';
import {
  DurationValue,
  fail,
  isList,
  isMap,
  PathValue,
  Placeholder,
  type Result,
  RulesError,
  type RulesValue,
  SetValue,
  TimestampValue,
  typeOf,
  UNKNOWN,
  Unknown,
} from './values/values';

type Operator = Exclude<BinaryOperator, '&&' | '||'>;

/** Applies an operator to two values that are not errors. The evaluator implements `&&` and `||`. */
export function applyBinary(operator: Operator, left: RulesValue, right: RulesValue): Result {
  switch (operator) {
    case '==':
      return hasUnknown(left, right) ? decideComparison('==', left, right) : equals(left, right);
    case '!=':
      return not(applyBinary('==', left, right));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return hasUnknown(left, right) ? decideComparison(operator, left, right) : ordered(operator, left, right);
    case 'in':
      return hasUnknown(left, right) ? decideMembership(left, right) : isIn(left, right);
    default:
      return hasUnknown(left, right) ? UNKNOWN : arithmetic(operator, left, right);
  }
}

const hasUnknown = (left: RulesValue, right: RulesValue): boolean =>
  left instanceof Unknown || right instanceof Unknown;

export function not(value: Result): Result {
  if (value instanceof RulesError || value instanceof Unknown) return value instanceof Unknown ? UNKNOWN : value;
  return typeof value === 'boolean' ? !value : typeError('bool', value);
}

export function negate(value: RulesValue): Result {
  if (value instanceof Unknown) return UNKNOWN;
  if (typeof value === 'number') return -value;
  if (typeof value === 'bigint') return checked(-value);
  if (value instanceof DurationValue) return new DurationValue(-value.nanos);
  return typeError('number', value);
}

export function typeError(expected: string, received: RulesValue): RulesError {
  if (received === null) return fail('Null value error.');
  return fail(`Type error. Received: [${typeOf(received)}] Expected: [${expected}].`);
}

function ordered(operator: '<' | '<=' | '>' | '>=', left: RulesValue, right: RulesValue): Result {
  const order = compare(left, right);
  if (order instanceof RulesError) return order;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

function isIn(item: RulesValue, container: RulesValue): Result {
  if (isList(container)) return includes(container, item);
  if (container instanceof SetValue) return includes(container.items, item);
  if (isMap(container)) return typeof item === 'string' && container.has(item);
  return typeError('list,map,set', container);
}

function arithmetic(operator: '+' | '-' | '*' | '/' | '%', left: RulesValue, right: RulesValue): Result {
  if (isNumber(left) && isNumber(right)) {
    return typeof left === 'bigint' && typeof right === 'bigint'
      ? integers(operator, left, right)
      : floats(operator, Number(left), Number(right));
  }
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right;
  const time = operator === '+' || operator === '-' ? times(operator, left, right) : null;
  if (time !== null) return time;
  if (left === null || right === null) return fail('Null value error.');
  return fail(`Unsupported operation error. Received: ${typeOf(left)} ${operator} ${typeOf(right)}.`);
}

function integers(operator: '+' | '-' | '*' | '/' | '%', left: bigint, right: bigint): Result {
  if (operator === '+') return checked(left + right);
  if (operator === '-') return checked(left - right);
  if (operator === '*') return checked(left * right);
  if (right === 0n) return fail('Division by zero.');
  return operator === '/' ? checked(left / right) : left % right;
}

function checked(value: bigint): Result {
  return fitsInt64(value) ? value : fail('Integer overflow.');
}

function floats(operator: '+' | '-' | '*' | '/' | '%', left: number, right: number): Result {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  if (right === 0) return fail('Division by zero.');
  return operator === '/' ? left / right : left % right;
}

function times(operator: '+' | '-', left: RulesValue, right: RulesValue): Result | null {
  const sign = operator === '+' ? 1n : -1n;
  if (left instanceof DurationValue && right instanceof DurationValue) {
    return new DurationValue(left.nanos + sign * right.nanos);
  }
  if (left instanceof TimestampValue && right instanceof DurationValue)
    return timestamp(left.nanos + sign * right.nanos);
  if (operator === '+' && left instanceof DurationValue && right instanceof TimestampValue) {
    return timestamp(left.nanos + right.nanos);
  }
  if (operator === '-' && left instanceof TimestampValue && right instanceof TimestampValue) {
    return new DurationValue(left.nanos - right.nanos);
  }
  return null;
}

function timestamp(nanos: bigint): Result {
  return inTimestampRange(nanos) ? new TimestampValue(nanos) : fail('Timestamp out of range.');
}

/** `object.name`, and `object['name']`. */
export function member(object: RulesValue, name: string): Result {
  if (object instanceof Unknown) {
    const known = object.facts?.field(name);
    return known === undefined ? UNKNOWN : known;
  }
  if (object === null) return fail('Null value error.');
  const fields = object instanceof PathValue ? object.bindings : object;
  if (!isMap(fields)) return typeError('map,path', object);
  const value = fields.get(name);
  return value === undefined ? fail(`Property ${name} is undefined on object.`) : value;
}

export function index(object: RulesValue, key: RulesValue): Result {
  if (key instanceof Unknown) return UNKNOWN;
  if (typeof key === 'string') return member(object, key);
  if (object instanceof Unknown) return UNKNOWN;
  if (typeof key !== 'bigint') return typeError('int,string', key);
  const item = sequence(object)?.[Number(key)];
  if (item !== undefined) return item;
  return sequence(object) === null ? typeError('list,path,string', object) : fail(`Index ${key} is out of bounds.`);
}

/** `object[from:to]`. A missing end is that of the sequence. */
export function range(object: RulesValue, from: RulesValue | undefined, to: RulesValue | undefined): Result {
  if ([object, from, to].some((part) => part instanceof Unknown)) return UNKNOWN;
  const items = object instanceof Uint8Array ? object : sequence(object);
  if (items === null) return typeError('bytes,list,path,string', object);
  const start = from ?? 0n;
  const end = to ?? BigInt(items.length);
  if (typeof start !== 'bigint') return typeError('int', start);
  if (typeof end !== 'bigint') return typeError('int', end);
  if (start < 0n || end > BigInt(items.length) || start > end) return fail(`Range [${start}:${end}] is out of bounds.`);
  if (items instanceof Uint8Array) return items.slice(Number(start), Number(end));
  const part = items.slice(Number(start), Number(end));
  if (typeof object === 'string') return part.join('');
  return object instanceof PathValue ? new PathValue(part.map(String)) : part;
}

/** What a number indexes: a list's items, a path's segments, or a string's characters. Null for other types. */
function sequence(object: RulesValue): readonly RulesValue[] | null {
  if (isList(object)) return object;
  if (typeof object === 'string') return [...object];
  if (object instanceof PathValue) return object.segments.map((s) => (s instanceof Placeholder ? `{${s.name}}` : s));
  return null;
}
