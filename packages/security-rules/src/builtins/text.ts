import { createHash } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { RE2JS } from 're2js';
import { fail, PathValue, RulesError, type RulesValue } from '../values/values';
import { crc32c } from './crc32c';
import { define } from './signature';

/** Rules use few patterns. If one generates many, the cache is emptied. */
const MAX_CACHED_PATTERNS = 500;
const patterns = new Map<string, RE2JS>();

/** Uses RE2's syntax and linear-time matching. An invalid pattern or replacement is an evaluation error. */
function withPattern(source: string, use: (pattern: RE2JS) => RulesValue): RulesValue | RulesError {
  try {
    return use(compiled(source));
  } catch (error) {
    return fail(`Invalid regular expression: ${error instanceof Error ? error.message : source}`);
  }
}

/** Returns why `source` is not an RE2 pattern, or null if it is one. */
export function patternError(source: string): string | null {
  const outcome = withPattern(source, () => true);
  return outcome instanceof RulesError ? outcome.message : null;
}

function compiled(source: string): RE2JS {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const pattern = RE2JS.compile(source);
  if (patterns.size >= MAX_CACHED_PATTERNS) patterns.clear();
  patterns.set(source, pattern);
  return pattern;
}

/** Keeps empty pieces at the end, which RE2JS drops, like Java. */
const KEEP_ALL = -1;
const utf8 = (value: Uint8Array | string): Uint8Array =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value;

/** https://firebase.google.com/docs/reference/rules/rules.String */
const string = [
  define('string#lower', ['string'], (self) => self.toLowerCase()),
  define('string#upper', ['string'], (self) => self.toUpperCase()),
  define('string#trim', ['string'], (self) => self.trim()),
  define('string#size', ['string'], (self) => BigInt([...self].length)),
  define('string#toUtf8', ['string'], (self) => utf8(self)),
  define('string#matches', ['string', 'string'], (self, source) => withPattern(source, (p) => p.matches(self))),
  define('string#replace', ['string', 'string', 'string'], (self, source, replacement) =>
    withPattern(source, (p) => p.matcher(self).replaceAll(replacement)),
  ),
  define('string#split', ['string', 'string'], (self, source) => withPattern(source, (p) => p.split(self, KEEP_ALL))),
];

/** https://firebase.google.com/docs/reference/rules/rules.Bytes */
const bytes = [
  define('bytes#size', ['bytes'], (self) => BigInt(self.length)),
  define('bytes#toBase64', ['bytes'], (self) =>
    Buffer.from(self).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  define('bytes#toHexString', ['bytes'], (self) => Buffer.from(self).toString('hex').toUpperCase()),
];

/** https://firebase.google.com/docs/reference/rules/rules.Path */
const path = [
  define('path#bind', ['path', 'map'], (self, values) => {
    const segments: PathValue['segments'][number][] = [];
    for (const segment of self.segments) {
      const value = typeof segment === 'string' ? segment : values.get(segment.name);
      if (value instanceof PathValue) segments.push(...value.segments);
      else if (typeof value === 'string') segments.push(value);
      else if (typeof segment !== 'string' && value === undefined) segments.push(segment);
      else return fail('Path.bind takes a map of strings and paths.');
    }
    return new PathValue(segments, new Map([...self.bindings, ...values]));
  }),
];

const bigEndian = (checksum: number): Uint8Array => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(checksum >>> 0);
  return new Uint8Array(out);
};
const digest = (algorithm: 'md5' | 'sha256', value: Uint8Array | string): Uint8Array =>
  new Uint8Array(createHash(algorithm).update(utf8(value)).digest());

/** https://firebase.google.com/docs/reference/rules/rules.hashing */
const hashing = [
  define('hashing.crc32', ['bytes|string'], (value) => bigEndian(zlibCrc32(utf8(value)))),
  define('hashing.crc32c', ['bytes|string'], (value) => bigEndian(crc32c(utf8(value)))),
  define('hashing.md5', ['bytes|string'], (value) => digest('md5', value)),
  define('hashing.sha256', ['bytes|string'], (value) => digest('sha256', value)),
];

export const TEXT = [...string, ...bytes, ...path, ...hashing];
