import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { parameterProblems } from './checkParameters';

const example = parseEnv(readFileSync(join(__dirname, '../.env.example'), 'utf8'));
const good = { ...example, APP_ORIGIN: 'https://heirlight.example.com' };
const client = { appCheckSiteKey: 'site' };

test('the example with a domain, and a client with a key for App Check, are ready', () => {
  expect(parameterProblems(good, client)).toEqual([]);
});

test('the example as it is is refused: its domain is nobody’s', () => {
  expect(parameterProblems(example, client)).toEqual([expect.stringContaining("APP_ORIGIN is still the example's")]);
});

test.each([
  '',
  'heirlight.example.com',
  'http://heirlight.example.com',
  'https://heirlight.example.com/',
  'https://web',
])('APP_ORIGIN %j is refused: checkouts and links in e-mails would lead nowhere', (APP_ORIGIN) => {
  expect(parameterProblems({ ...good, APP_ORIGIN }, client)).toEqual([expect.stringContaining('APP_ORIGIN must be')]);
});

test.each([{}, { appCheckSiteKey: '' }, { appCheckSiteKey: 7 }])(
  'App Check without a key is refused: %j',
  (without) => {
    expect(parameterProblems(good, without)).toEqual([expect.stringContaining('every call would be refused')]);
  },
);

test('App Check may be off on both sides, not on one', () => {
  const off = { ...good, ENFORCE_APP_CHECK: 'false' };
  expect(parameterProblems(off, {})).toEqual([]);
  expect(parameterProblems(off, client)).toEqual([expect.stringContaining('nothing would ask for its tokens')]);
});

test('page and shop say the same of the promotion code', () => {
  const first = { ...good, PROMOTION_FIRST_ORDERS_ONLY: 'true' };
  const told = { ...client, promotionFirstOrdersOnly: true };
  expect(parameterProblems(first, told)).toEqual([]);
  for (const [parameters, says] of [
    [first, client],
    [good, told],
  ] as const) {
    expect(parameterProblems(parameters, says)).toEqual([expect.stringContaining('config.json says otherwise')]);
  }
  expect(parameterProblems({ ...good, PROMOTION_FIRST_ORDERS_ONLY: '' }, client)).toEqual([
    'PROMOTION_FIRST_ORDERS_ONLY must be true or false',
  ]);
});

test.each(['', 'yes', '1'])('ENFORCE_APP_CHECK=%s is refused', (ENFORCE_APP_CHECK) => {
  expect(parameterProblems({ ...good, ENFORCE_APP_CHECK }, client)).toEqual([
    'ENFORCE_APP_CHECK must be true or false',
  ]);
});
