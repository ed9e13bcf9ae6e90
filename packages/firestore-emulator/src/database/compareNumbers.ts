import type { Value } from './types';

/** A JSON double as a number. JSON writes NaN and the infinities as strings. */
export const toDouble = (value: number | string): number => Number(value);

/** NaN first, then by exact value: an int64 is not rounded before it is compared with a double. */
export function compareNumbers(a: Value, b: Value): number {
  if ('integerValue' in a && 'integerValue' in b) return compareIntegers(a.integerValue, b.integerValue);
  if ('integerValue' in a && 'doubleValue' in b) return compareMixed(a.integerValue, toDouble(b.doubleValue));
  if ('doubleValue' in a && 'integerValue' in b) return -compareMixed(b.integerValue, toDouble(a.doubleValue));
  if ('doubleValue' in a && 'doubleValue' in b) return compareDoubles(toDouble(a.doubleValue), toDouble(b.doubleValue));
  return 0;
}

function compareIntegers(a: string, b: string): number {
  if (a.length < 16 && b.length < 16) return Number(a) - Number(b);
  const left = BigInt(a);
  const right = BigInt(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : 1;
}

function compareMixed(integer: string, double: number): number {
  if (Number.isNaN(double)) return 1;
  if (integer.length < 16) return compareDoubles(Number(integer), double);
  if (!Number.isFinite(double)) return double > 0 ? -1 : 1;
  const whole = Math.trunc(double);
  const exact = BigInt(integer);
  if (exact !== BigInt(whole)) return exact < BigInt(whole) ? -1 : 1;
  return compareDoubles(0, double - whole);
}
