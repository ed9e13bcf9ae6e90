import { invalidArgument } from './errors';
import type { Fields, Value } from './types';

/** A field path split in its names: `a.b` is ['a', 'b'], a name in backticks may hold anything. */
export type FieldPath = readonly string[];

const MAX_BYTES = 1500;
const SIMPLE = /[A-Za-z_][A-Za-z0-9_]*/y;
const QUOTED = /`((?:[^`\\]|\\[`\\])+)`/y;
const parsed = new Map<string, FieldPath>();

/** Reads a path as the API writes it. Throws INVALID_ARGUMENT for a malformed one. */
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

/** The path as the API writes it, in backticks only where a name needs them. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((name) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``))
    .join('.');
}

/** The value at a path, or undefined where a name on the way is missing or no map. */
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

/** A copy with the value at the path set; what stands in the way becomes a map. */
export function setField(fields: Fields, path: FieldPath, value: Value): Fields {
  const [name, ...rest] = path as [string, ...string[]];
  return { ...fields, [name]: rest.length === 0 ? value : mapOf(setField(inner(fields, name), rest, value)) };
}

/** A copy without the value at the path; the maps around it stay. */
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
