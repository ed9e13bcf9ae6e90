/** Assertions that also run inside a browser bundle. */

export class AssertionError extends Error {}

/** Compares deeply and exactly: -0 differs from 0, NaN equals NaN, and only the order of fields is ignored. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  const at = difference(actual, expected, '');
  if (at !== undefined) {
    throw new AssertionError(`${what}${at}: got ${show(actual)}, wanted ${show(expected)}`);
  }
}

export function ok(condition: boolean, what: string): asserts condition {
  if (!condition) throw new AssertionError(`Not so: ${what}`);
}

function difference(actual: unknown, expected: unknown, path: string): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  const bothObjects =
    typeof actual === 'object' && typeof expected === 'object' && actual !== null && expected !== null;
  if (!bothObjects || Array.isArray(actual) !== Array.isArray(expected)) return path;
  const left = actual as Record<string, unknown>;
  const right = expected as Record<string, unknown>;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (!(key in left) || !(key in right)) return `${path}.${key}`;
    const deeper = difference(left[key], right[key], `${path}.${key}`);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

function show(value: unknown): string {
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'number' && (!Number.isFinite(item) || Object.is(item, -0)))
      return `<${Object.is(item, -0) ? '-0' : item}>`;
    return item === undefined ? '<undefined>' : item;
  });
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
