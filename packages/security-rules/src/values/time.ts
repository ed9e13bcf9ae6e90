/** Calendar arithmetic in whole nanoseconds, UTC. */

export const NANOS = { ms: 1_000_000n, s: 1_000_000_000n, m: 60_000_000_000n, h: 3_600_000_000_000n };
export const DAY = 24n * NANOS.h;

/** Years 1 to 9999, as protobuf's Timestamp. */
const EARLIEST = -62_135_596_800n * NANOS.s;
const LATEST = 253_402_300_800n * NANOS.s - 1n;

export function inTimestampRange(nanos: bigint): boolean {
  return nanos >= EARLIEST && nanos <= LATEST;
}

/** Division that rounds down, which dates before 1970 need. */
export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

export function midnight(nanos: bigint): bigint {
  return floorDivide(nanos, DAY) * DAY;
}

/** Converts to a JavaScript date, without the fraction of the millisecond. */
export function toDate(nanos: bigint): Date {
  return new Date(Number(floorDivide(nanos, NANOS.ms)));
}

/** Parses RFC 3339 with up to nine fractional digits and `Z` or an offset. Returns null for other text. */
export function parseTimestamp(text: string): bigint | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)$/.exec(text);
  if (found === null) return null;
  const [, seconds = '', fraction = '', zone = 'Z'] = found;
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const millis = Date.parse(`${seconds}${offset}`);
  return Number.isNaN(millis) ? null : BigInt(millis) * NANOS.ms + BigInt(fraction.padEnd(9, '0'));
}
