import { invalidArgument } from './errors';
import type { Fields, Value } from './types';

/** A field path as a list of names: `a.b` is ['a', 'b']. A name in backticks may contain any character. */
export type FieldPath = readonly string[];

const MAX_BYTES = 1500;
const SIMPLE = /[A-Za-z_][A-Za-z0-9_]*/y;
const QUOTED = /`((?:[^`\\]|\\[`\\])+)`/y;
const parsed = new Map<string, FieldPath>();

/** Parses a path in the API's notation. Throws INVALID_ARGUMENT if it is malformed. */
export function parseFieldPath(text: string): FieldPath {
  const known = parsed.get(text);
  if (known) return known;
  const names: string[] = [];
  let at = 0;
  while (true) {
    const quoted = text[at] === '`';
    const pattern = quoted ? QUOTED : SIMPLE;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw invalidArgument(`Invalid property path "${text}".`);
    names.push(quoted ? (match[1] as string).replace(/\\([`\\])/g, '$1') : match[0]);
    at = pattern.lastIndex;
    if (at === text.length) break;
    if (text[at] !== '.') throw invalidArgument(`Invalid property path "${text}".`);
    at += 1;
  }
  if (Buffer.byteLength(text) > MAX_BYTES) throw invalidArgument(`Property path "${text.slice(0, 40)}…" is too long.`);
  if (parsed.size > 10_000) parsed.clear();
  parsed.set(text, names);
  return names;
}

/** The path in the API's notation, with backticks only around names that need them. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((name) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``))
    .join('.');
}

/** Returns the value at a path, or undefined if a name on the way is missing or not a map. */
export function getField(fields: Fields, path: FieldPath): Value | undefined {
  let level: Fields | undefined = fields;
  let value: Value | undefined;
  for (const name of path) {
    if (!level || !Object.hasOwn(level, name)) return undefined;
    value = level[name];
    level = value && 'mapValue' in value ? (value.mapValue.fields ?? {}) : undefined;
  }
  return value;
}

/** Returns a copy with the value set at the path. Values on the way that are not maps are replaced by maps. */
export function setField(fields: Fields, path: FieldPath, value: Value): Fields {
  const [name, ...rest] = path as [string, ...string[]];
  return { ...fields, [name]: rest.length === 0 ? value : mapOf(setField(inner(fields, name), rest, value)) };
}

/** Returns a copy without the value at the path. Maps that become empty stay. */
export function deleteField(fields: Fields, path: FieldPath): Fields {
  if (getField(fields, path) === undefined) return fields;
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length > 0) return { ...fields, [name]: mapOf(deleteField(inner(fields, name), rest)) };
  const { [name]: _removed, ...kept } = fields;
  return kept;
}

const mapOf = (fields: Fields): Value => ({ mapValue: { fields } });

function inner(fields: Fields, name: string): Fields {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value && 'mapValue' in value ? (value.mapValue.fields ?? {}) : {};
}
