import { invalidArgument } from './errors';

/** A point in time. `nanos` is 0 to 999,999,999. */
interface Moment {
  seconds: number;
  nanos: number;
}

const RFC3339 = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/** Parses RFC 3339 with up to nine fractional digits. Throws INVALID_ARGUMENT for anything else. */
export function parseTimestamp(text: string): Moment {
  const match = RFC3339.exec(text);
  const milliseconds = match ? Date.parse(`${match[1]}${match[3]}`) : Number.NaN;
  if (!match || Number.isNaN(milliseconds)) throw invalidArgument(`Invalid timestamp: "${text}".`);
  return { seconds: milliseconds / 1000, nanos: Number((match[2] ?? '').padEnd(9, '0')) };
}

export function compareTimestamps(a: string, b: string): number {
  if (a === b) return 0;
  const left = parseTimestamp(a);
  const right = parseTimestamp(b);
  return left.seconds - right.seconds || left.nanos - right.nanos;
}

/** Whole microseconds since the epoch. Exact for commit times, but not for times centuries away. */
export function toMicros(text: string): number {
  const { seconds, nanos } = parseTimestamp(text);
  return seconds * 1e6 + Math.floor(nanos / 1000);
}

/** The timestamp in UTC, truncated to six fractional digits, as Firestore stores it. */
export function canonicalTimestamp(text: string): string {
  const { seconds, nanos } = parseTimestamp(text);
  return format(seconds, Math.floor(nanos / 1000));
}

/** RFC 3339 with six fractional digits. */
export function formatMicros(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  return format(seconds, micros - seconds * 1e6);
}

const format = (seconds: number, micros: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
