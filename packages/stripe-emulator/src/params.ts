import type { Raw, RawMap } from './form';
import { invalid } from './stripeError';

/** Reads one parameter; `name` is how the form writes it. @throws StripeApiError */
export type Parser<T> = (raw: Raw | undefined, name: string) => T;
type Shape = Record<string, Parser<unknown>>;
export type Parsed<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> };

function present(raw: Raw | undefined, name: string): Raw {
  if (raw === undefined) throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return raw;
}

export const text: Parser<string> = (raw, name) => {
  const value = present(raw, name);
  if (typeof value !== 'string') throw invalid(`Invalid string: ${JSON.stringify(value)}`, { param: name });
  if (value !== '') return value;
  throw invalid(`You passed an empty string for '${name}'.`, { code: 'parameter_invalid_empty', param: name });
};

export const integer: Parser<number> = (raw, name) => {
  const value = text(raw, name);
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
};

export const positive: Parser<number> = (raw, name) => {
  const value = integer(raw, name);
  if (value > 0) return value;
  throw invalid('This value must be greater than or equal to 1.', { code: 'parameter_invalid_integer', param: name });
};

export const decimal: Parser<number> = (raw, name) => {
  const value = text(raw, name);
  if (/^\d{1,9}(\.\d{1,6})?$/.test(value)) return Number(value);
  throw invalid(`Invalid decimal: ${value}`, { param: name });
};

export const flag: Parser<boolean> = (raw, name) => {
  const value = text(raw, name);
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalid(`Invalid boolean: ${value}`, { param: name });
};

export const oneOf =
  <const T extends readonly string[]>(choices: T): Parser<T[number]> =>
  (raw, name) => {
    const value = text(raw, name);
    if (choices.includes(value)) return value;
    throw invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name });
  };

export const webAddress: Parser<string> = (raw, name) => {
  const value = text(raw, name);
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw invalid('Not a valid URL', { code: 'url_invalid', param: name });
};

export const emailAddress: Parser<string> = (raw, name) => {
  const value = text(raw, name);
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value;
  throw invalid(`Invalid email address: ${value}`, { code: 'email_invalid', param: name });
};

/** https://docs.stripe.com/tax/tax-codes. Whether Stripe knows the code is not checked. */
export const taxCode: Parser<string> = (raw, name) => {
  const value = text(raw, name);
  if (/^txcd_\d{8}$/.test(value)) return value;
  throw invalid(`No such tax code: '${value}'`, { code: 'resource_missing', param: name });
};

/** At most 50 keys of 40 characters with values of 500: https://docs.stripe.com/api/metadata */
export const metadata: Parser<Record<string, string>> = (raw, name) => {
  const value = present(raw, name);
  if (value === '') return {};
  if (typeof value !== 'object') throw invalid('Invalid object', { param: name });
  const entries = Object.entries(value);
  if (entries.length > 50) throw invalid('You can have at most 50 metadata keys.', { param: name });
  for (const [key, entry] of entries) {
    if (typeof entry !== 'string') throw invalid('Metadata values must be strings', { param: `${name}[${key}]` });
    if (key.length > 40) throw invalid('Metadata keys must be up to 40 characters long', { param: `${name}[${key}]` });
    if (entry.length <= 500) continue;
    throw invalid('Metadata values can be up to 500 characters long', { param: `${name}[${key}]` });
  }
  return Object.fromEntries(entries) as Record<string, string>;
};

export const optional =
  <T>(parser: Parser<T>): Parser<T | undefined> =>
  (raw, name) =>
    raw === undefined ? undefined : parser(raw, name);

export const list =
  <T>(parser: Parser<T>): Parser<T[]> =>
  (raw, name) => {
    const value = present(raw, name);
    if (!Array.isArray(value)) throw invalid('Invalid array', { param: name });
    return value.map((entry, index) => parser(entry, `${name}[${index}]`));
  };

export const map =
  <S extends Shape>(shape: S): Parser<Parsed<S>> =>
  (raw, name) => {
    const value = present(raw, name);
    if (typeof value !== 'object' || Array.isArray(value)) throw invalid('Invalid object', { param: name });
    return readMap({ shape, value, nameOf: (key) => `${name}[${key}]` });
  };

function readMap<S extends Shape>(job: { shape: S; value: RawMap; nameOf(key: string): string }): Parsed<S> {
  const { shape, value, nameOf } = job;
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shape, key)) continue;
    const param = nameOf(key);
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const entries = Object.entries(shape).map(([key, parser]) => [key, parser(value[key], nameOf(key))]);
  return Object.fromEntries(entries) as Parsed<S>;
}

/** Reads the parameters of a request. Like Stripe, it throws for one that the shape does not name. */
export function readParams<S extends Shape>(value: RawMap, shape: S): Parsed<S> {
  return readMap({ shape, value, nameOf: (key) => key });
}
