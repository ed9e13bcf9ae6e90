/**
 * What an answer must hold. A literal must be equal, a RegExp must match a text, a list has the same length, and an
 * object has these fields: others are not looked at. `Number`, `String` and `Boolean` stand for any value of their
 * type, and `undefined` for a field that must be missing.
 */
export type Expected = unknown;

const TYPES = new Map<unknown, string>([
  [Number, 'number'],
  [String, 'string'],
  [Boolean, 'boolean'],
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);

function shown(value: unknown): string {
  if (TYPES.has(value)) return `a ${TYPES.get(value)}`;
  if (value instanceof RegExp) return `a text like ${value}`;
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  return JSON.stringify(value) ?? 'nothing';
}

function fits(expected: Expected, found: unknown): boolean {
  const type = TYPES.get(expected);
  if (type !== undefined) return typeof found === type;
  return expected instanceof RegExp ? typeof found === 'string' && expected.test(found) : expected === found;
}

/** Returns one line for each field that differs, e.g. `error.code: expected "resource_missing", found nothing`. */
export function differences(expected: Expected, found: unknown, path = 'answer'): string[] {
  if (isObject(expected) && isObject(found)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, found[name], path === 'answer' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    return expected.flatMap((value, index) => differences(value, found[index], `${path}[${index}]`));
  }
  return fits(expected, found) ? [] : [`${path}: expected ${shown(expected)}, found ${shown(found)}`];
}
