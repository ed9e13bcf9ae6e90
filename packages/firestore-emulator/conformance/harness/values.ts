/**
 * The values of the cases, independent of any SDK's classes: plain JavaScript for JSON's types, tagged objects for the
 * rest. Drivers translate both ways, so that each case runs over every SDK.
 */
export type Plain = null | boolean | number | string | Plain[] | Tagged | { [field: string]: Plain };

type Tagged =
  /** RFC 3339 with nine fractional digits. */
  | { $timestamp: string }
  | { $bytes: number[] }
  | { $geo: [latitude: number, longitude: number] }
  | { $ref: string }
  | { $vector: number[] }
  | { $serverTimestamp: true }
  | { $increment: number }
  | { $arrayUnion: Plain[] }
  | { $arrayRemove: Plain[] }
  | { $delete: true };

export type Data = { [field: string]: Plain };

export const timestamp = (text: string): Tagged => ({ $timestamp: text });
export const bytes = (...octets: number[]): Tagged => ({ $bytes: octets });
export const geo = (latitude: number, longitude: number): Tagged => ({ $geo: [latitude, longitude] });
export const ref = (path: string): Tagged => ({ $ref: path });
export const vector = (...elements: number[]): Tagged => ({ $vector: elements });
export const serverTimestamp: Tagged = { $serverTimestamp: true };
export const increment = (by: number): Tagged => ({ $increment: by });
export const arrayUnion = (...items: Plain[]): Tagged => ({ $arrayUnion: items });
export const arrayRemove = (...items: Plain[]): Tagged => ({ $arrayRemove: items });
export const deleteField: Tagged = { $delete: true };

export function joinTimestamp({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }): Tagged {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return { $timestamp: `${whole}.${String(nanoseconds).padStart(9, '0')}Z` };
}

/** How an SDK makes each kind of tagged value. */
export interface Makers {
  timestamp(seconds: number, nanoseconds: number): unknown;
  bytes(octets: number[]): unknown;
  geo(latitude: number, longitude: number): unknown;
  ref(path: string): unknown;
  vector(elements: number[]): unknown;
  serverTimestamp(): unknown;
  increment(by: number): unknown;
  arrayUnion(...items: unknown[]): unknown;
  arrayRemove(...items: unknown[]): unknown;
  deleteField(): unknown;
}

/** Returns the function that turns values of the cases into those of one SDK. */
export function encoder(make: Makers): (value: Plain) => unknown {
  const encode = (value: Plain): unknown => {
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value !== 'object' || value === null) return value;
    if ('$timestamp' in value) return make.timestamp(...splitTimestamp(value.$timestamp as string));
    if ('$bytes' in value) return make.bytes(value.$bytes as number[]);
    if ('$geo' in value) return make.geo(...(value.$geo as [number, number]));
    if ('$ref' in value) return make.ref(value.$ref as string);
    if ('$vector' in value) return make.vector(value.$vector as number[]);
    if ('$serverTimestamp' in value) return make.serverTimestamp();
    if ('$increment' in value) return make.increment(value.$increment as number);
    if ('$arrayUnion' in value) return make.arrayUnion(...(value.$arrayUnion as Plain[]).map(encode));
    if ('$arrayRemove' in value) return make.arrayRemove(...(value.$arrayRemove as Plain[]).map(encode));
    if ('$delete' in value) return make.deleteField();
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
  };
  return encode;
}

/** Seconds and nanoseconds of `2024-01-02T03:04:05.123456789Z`. */
export function splitTimestamp(text: string): [seconds: number, nanoseconds: number] {
  const [whole = '', fraction = ''] = text.replace('Z', '').split('.');
  return [Date.parse(`${whole}Z`) / 1000, Number(fraction.padEnd(9, '0'))];
}
