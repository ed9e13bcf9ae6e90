import { fail, PathValue, type RulesValue } from '../values/values';
import { define } from './signature';

const INT = /^[+-]?[0-9]+$/;
const FLOAT = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** An integer outside this range is an error; it does not wrap around. */
export function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** A float without a fraction keeps `.0`, so that its text shows its type. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value.toFixed(1)}` : String(value);
}

/** The result of `string()`, or null for types that it does not accept. */
export function toText(value: RulesValue): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return floatText(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return value instanceof PathValue ? value.toString() : null;
}

/** `a/b` and `/a/b` are the same path. */
function parsePathText(text: string): PathValue {
  return new PathValue(text.split('/').filter((segment) => segment !== ''));
}

function toInt(value: number | string) {
  if (typeof value === 'string') {
    if (!INT.test(value)) return fail(`Cannot convert '${value}' to int.`);
    const parsed = BigInt(value.replace('+', ''));
    return fitsInt64(parsed) ? parsed : fail(`Integer overflow: ${value}.`);
  }
  if (!Number.isFinite(value)) return fail(`Cannot convert ${value} to int.`);
  const truncated = BigInt(Math.trunc(value));
  return fitsInt64(truncated) ? truncated : fail(`Integer overflow: ${value}.`);
}

/** https://firebase.google.com/docs/rules/rules-language#building_conditions (type conversions) */
export const CONVERSIONS = [
  define('int', ['int'], (value) => value),
  define('int', ['float'], toInt),
  define('int', ['string'], toInt),
  define('float', ['number'], Number),
  define('float', ['string'], (text) => (FLOAT.test(text) ? Number(text) : fail(`Cannot convert '${text}' to float.`))),
  define('bool', ['bool'], (value) => value),
  define('bool', ['string'], (text) =>
    text === 'true' || text === 'false' ? text === 'true' : fail(`Cannot convert '${text}' to bool.`),
  ),
  define('string', ['any'], (value) => toText(value) ?? fail('string() takes null, bool, int, float, string or path.')),
  define('path', ['string'], parsePathText),
  define('path', ['path'], (path) => path),
];
