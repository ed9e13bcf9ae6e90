import { toDate } from './time';
import {
  DurationValue,
  isList,
  isMap,
  LatLngValue,
  PathValue,
  type RulesValue,
  SetValue,
  TimestampValue,
  typeOf,
} from './values';

/** Formats a value for people, for `debug()`. */
export function describe(value: RulesValue): string {
  if (value === null || typeof value !== 'object')
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (isList(value)) return `[${value.map(describe).join(', ')}]`;
  if (isMap(value))
    return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}: ${describe(inner)}`).join(', ')}}`;
  if (value instanceof SetValue) return `set[${value.items.map(describe).join(', ')}]`;
  if (value instanceof PathValue) return value.toString();
  if (value instanceof TimestampValue) return toDate(value.nanos).toISOString();
  if (value instanceof DurationValue) return `${Number(value.nanos) / 1e9}s`;
  if (value instanceof LatLngValue) return `latlng(${value.latitude}, ${value.longitude})`;
  return value instanceof Uint8Array ? `b'${Buffer.from(value).toString('hex')}'` : `<${typeOf(value)}>`;
}
