import { invalidArgument } from '../../database/errors';
import { parseTimestamp } from '../../database/timestamps';

/** A google.protobuf.Timestamp in proto-loader's form. */
export interface ProtoTimestamp {
  seconds?: string | number;
  nanos?: number;
}

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: the range protobuf allows, in seconds since 1970. */
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;

/**
 * RFC 3339 in UTC with as many fractional digits as needed, in groups of three.
 * @throws FirestoreError INVALID_ARGUMENT outside the years 1 to 9999
 */
export function timestampToJson({ seconds = 0, nanos = 0 }: ProtoTimestamp): string {
  const inRange = Number(seconds) >= MIN_SECONDS && Number(seconds) <= MAX_SECONDS && nanos >= 0 && nanos < 1e9;
  if (!inRange) throw invalidArgument(`Timestamp is out of range: ${seconds} seconds, ${nanos} nanoseconds.`);
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  if (nanos === 0) return `${whole}Z`;
  const digits = String(nanos)
    .padStart(9, '0')
    .replace(/(?:000){1,2}$/, '');
  return `${whole}.${digits}Z`;
}

/** Returns `undefined` if the text is not an RFC 3339 timestamp within the years 1 to 9999. */
export function timestampFromJson(text: string): Required<ProtoTimestamp> | undefined {
  try {
    const { seconds, nanos } = parseTimestamp(text);
    return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? { seconds: String(seconds), nanos } : undefined;
  } catch {
    return undefined;
  }
}
