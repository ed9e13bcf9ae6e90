import { fail, isOfType, type Result, type RulesValue, typeOf } from '../values/values';
import { COLLECTIONS } from './collections';
import { CONVERSIONS } from './conversions';
import { NUMBERS } from './numbers';
import type { ParameterType, Signature } from './signature';
import { define } from './signature';
import { TEXT } from './text';

/** `debug()` returns its argument; the evaluator logs it. */
const DEBUG = define('debug', ['any'], (value) => value);

const TABLE = new Map<string, Signature[]>();
for (const signature of [...COLLECTIONS, ...CONVERSIONS, ...NUMBERS, ...TEXT, DEBUG]) {
  TABLE.set(signature.name, [...(TABLE.get(signature.name) ?? []), signature]);
}

export const NAMESPACES: ReadonlySet<string> = new Set(['math', 'timestamp', 'duration', 'latlng', 'hashing']);
const METHOD_NAMES = new Set([...TABLE.keys()].filter((n) => n.includes('#')).map((n) => n.slice(n.indexOf('#') + 1)));

/** Whether any type has a method of this name. */
export function isMethodName(name: string): boolean {
  return METHOD_NAMES.has(name);
}

/** The argument counts that a global or namespaced function accepts; empty if there is no such function. */
export function aritiesOf(name: string): number[] {
  return (TABLE.get(name) ?? []).map((signature) => signature.parameters.length);
}

/** Calls a global or namespaced builtin. Arguments are neither errors nor unknown. */
export function callBuiltin(name: string, args: readonly RulesValue[]): Result {
  const overloads = TABLE.get(name);
  return overloads === undefined ? notFound(name) : dispatch(name, overloads, args);
}

/** Calls `receiver.name(...)`. */
export function callMethod(receiver: RulesValue, name: string, args: readonly RulesValue[]): Result {
  if (receiver === null) return fail('Null value error.');
  const overloads = TABLE.get(`${typeOf(receiver)}#${name}`);
  if (overloads === undefined) return notFound(name);
  return dispatch(name, overloads, [receiver, ...args]);
}

function notFound(name: string): Result {
  return fail(`Function not found error: Name: [${name}].`);
}

function dispatch(name: string, overloads: readonly Signature[], args: readonly RulesValue[]): Result {
  const found = overloads.find((signature) => accepts(signature, args));
  if (found !== undefined) return found.call(args);
  const received = args.map(typeOf).join(', ');
  const expected = overloads.map((signature) => `(${signature.parameters.join(', ')})`).join(' or ');
  return fail(`Unsupported operation error. Received: ${name}(${received}). Expected: ${expected}.`);
}

function accepts({ parameters }: Signature, args: readonly RulesValue[]): boolean {
  return parameters.length === args.length && parameters.every((type, i) => matches(type, args[i] ?? null));
}

function matches(type: ParameterType, value: RulesValue): boolean {
  return type === 'any' || type.split('|').some((name) => isOfType(value, name));
}
