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

/** `2024-01-02T03:04:05.123456789Z` as seconds and nanoseconds. */
export function splitTimestamp(text: string): { seconds: number; nanoseconds: number } {
  const [whole = '', fraction = ''] = text.replace('Z', '').split('.');
  return { seconds: Date.parse(`${whole}Z`) / 1000, nanoseconds: Number(fraction.padEnd(9, '0')) };
}

export function joinTimestamp({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }): Tagged {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return { $timestamp: `${whole}.${String(nanoseconds).padStart(9, '0')}Z` };
}

/** The tag of a tagged value, or undefined for plain data. */
export function tagOf(value: Plain): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [key] = Object.keys(value);
  return key?.startsWith('$') ? key : undefined;
}
