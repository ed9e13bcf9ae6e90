import { DAY, floorDivide, inTimestampRange, midnight, NANOS, toDate } from '../values/time';
import { DurationValue, fail, LatLngValue, TimestampValue } from '../values/values';
import { fitsInt64 } from './conversions';
import { define } from './signature';

const wholeNumber = (round: (value: number) => number) => (value: bigint | number) => {
  if (typeof value === 'bigint') return value;
  const rounded = round(value);
  if (!Number.isFinite(rounded) || !fitsInt64(BigInt(rounded))) return fail(`Integer overflow: ${value}.`);
  return BigInt(rounded);
};

/** https://firebase.google.com/docs/reference/rules/rules.math */
const math = [
  define('math.abs', ['int'], (x) => (fitsInt64(x < 0n ? -x : x) ? (x < 0n ? -x : x) : fail('Integer overflow.'))),
  define('math.abs', ['float'], Math.abs),
  define('math.ceil', ['number'], wholeNumber(Math.ceil)),
  define('math.floor', ['number'], wholeNumber(Math.floor)),
  define('math.round', ['number'], wholeNumber(Math.round)),
  define('math.isInfinite', ['number'], (x) => typeof x === 'number' && Math.abs(x) === Number.POSITIVE_INFINITY),
  define('math.isNaN', ['number'], (x) => Number.isNaN(x)),
  define('math.pow', ['number', 'number'], (base, exponent) => Number(base) ** Number(exponent)),
  define('math.sqrt', ['number'], (x) => Math.sqrt(Number(x))),
];

const date = (self: TimestampValue): Date => toDate(self.nanos);
const withinDay = (self: TimestampValue): bigint => self.nanos - midnight(self.nanos);
const newYear = (self: TimestampValue): bigint => {
  const start = new Date(0);
  start.setUTCFullYear(date(self).getUTCFullYear(), 0, 1);
  return BigInt(start.getTime()) * NANOS.ms;
};

/** https://firebase.google.com/docs/reference/rules/rules.Timestamp and rules.timestamp */
const timestamp = [
  define('timestamp#date', ['timestamp'], (self) => new TimestampValue(midnight(self.nanos))),
  define('timestamp#year', ['timestamp'], (self) => BigInt(date(self).getUTCFullYear())),
  define('timestamp#month', ['timestamp'], (self) => BigInt(date(self).getUTCMonth() + 1)),
  define('timestamp#day', ['timestamp'], (self) => BigInt(date(self).getUTCDate())),
  define('timestamp#dayOfWeek', ['timestamp'], (self) => BigInt(date(self).getUTCDay() || 7)),
  define('timestamp#dayOfYear', ['timestamp'], (self) => floorDivide(self.nanos - newYear(self), DAY) + 1n),
  define('timestamp#hours', ['timestamp'], (self) => withinDay(self) / NANOS.h),
  define('timestamp#minutes', ['timestamp'], (self) => (withinDay(self) % NANOS.h) / NANOS.m),
  define('timestamp#seconds', ['timestamp'], (self) => (withinDay(self) % NANOS.m) / NANOS.s),
  define('timestamp#nanos', ['timestamp'], (self) => withinDay(self) % NANOS.s),
  define('timestamp#time', ['timestamp'], (self) => new DurationValue(withinDay(self))),
  define('timestamp#toMillis', ['timestamp'], (self) => floorDivide(self.nanos, NANOS.ms)),
  define('timestamp.date', ['int', 'int', 'int'], (year, month, day) => {
    const at = new Date(0);
    at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    const real =
      at.getUTCMonth() + 1 === Number(month) && at.getUTCDate() === Number(day) && year >= 1n && year <= 9999n;
    return real ? new TimestampValue(BigInt(at.getTime()) * NANOS.ms) : fail(`No such date: ${year}-${month}-${day}.`);
  }),
  define('timestamp.value', ['int'], (millis) => {
    const nanos = millis * NANOS.ms;
    return inTimestampRange(nanos) ? new TimestampValue(nanos) : fail(`Timestamp out of range: ${millis}.`);
  }),
];

const UNITS: Record<string, bigint> = { w: 7n * DAY, d: DAY, h: NANOS.h, m: NANOS.m, s: NANOS.s, ms: NANOS.ms, ns: 1n };

/** https://firebase.google.com/docs/reference/rules/rules.Duration and rules.duration */
const duration = [
  define('duration#seconds', ['duration'], (self) => self.nanos / NANOS.s),
  define('duration#nanos', ['duration'], (self) => self.nanos % NANOS.s),
  define('duration.abs', ['duration'], (d) => new DurationValue(d.nanos < 0n ? -d.nanos : d.nanos)),
  define(
    'duration.time',
    ['int', 'int', 'int', 'int'],
    (h, m, s, ns) => new DurationValue(h * NANOS.h + m * NANOS.m + s * NANOS.s + ns),
  ),
  define('duration.value', ['int', 'string'], (magnitude, unit) => {
    const size = UNITS[unit];
    return size === undefined ? fail(`Unknown duration unit '${unit}'.`) : new DurationValue(magnitude * size);
  }),
];

/** The mean Earth radius of the IUGG, in metres. */
const EARTH_RADIUS = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function haversine(a: LatLngValue, b: LatLngValue): number {
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** https://firebase.google.com/docs/reference/rules/rules.LatLng and rules.latlng */
const latlng = [
  define('latlng#latitude', ['latlng'], (self) => self.latitude),
  define('latlng#longitude', ['latlng'], (self) => self.longitude),
  define('latlng#distance', ['latlng', 'latlng'], haversine),
  define('latlng.value', ['number', 'number'], (latitude, longitude) => {
    const inside = Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180;
    return inside ? new LatLngValue(Number(latitude), Number(longitude)) : fail('Latitude or longitude out of range.');
  }),
];

export const NUMBERS = [...math, ...timestamp, ...duration, ...latlng];
