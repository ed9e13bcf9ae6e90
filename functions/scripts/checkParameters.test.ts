import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { issueCertificate } from '../test/support/certificates';
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

test('the page promises as many free photos as an account is given', () => {
  expect(parameterProblems({ ...good, WELCOME_RESTORES: '0' }, client)).toEqual([
    expect.stringContaining('WELCOME_RESTORES is 0, but the page promises 1'),
  ]);
});

test.each(['', 'yes', '1'])('ENFORCE_APP_CHECK=%s is refused', (ENFORCE_APP_CHECK) => {
  expect(parameterProblems({ ...good, ENFORCE_APP_CHECK }, client)).toEqual([
    'ENFORCE_APP_CHECK must be true or false',
  ]);
});

const now = new Date(Date.UTC(2026, 10, 20));
const authority = issueCertificate('Root', { isAuthority: true });
const issued = (wanted = {}) => issueCertificate('Signer', { issuer: authority, ...wanted });

test('a certificate and its key are ready when the page knows of them', () => {
  const told = { ...client, contentCredentials: true };
  for (const one of [issued(), issued({ curve: 'P-384' })]) {
    for (const pem of [one.pem, `${one.pem}${authority.pem}`, one.pem.replaceAll('\n', '\\n')]) {
      const signs = { ...good, CONTENT_CREDENTIALS_CERTIFICATE: pem };
      expect(parameterProblems(signs, told, { key: one.keyPem, now })).toEqual([]);
      expect(parameterProblems(signs, client, { key: one.keyPem, now })).toEqual([
        expect.stringContaining('contentCredentials of config.json says otherwise'),
      ]);
    }
  }
  expect(parameterProblems(good, told)).toEqual([expect.stringContaining('CERTIFICATE is none, but')]);
});

test('what readers would refuse is refused before the deploy', () => {
  const right = issued();
  const stranger = issueCertificate('Stranger');
  const problem = (pem: string, key: string) =>
    parameterProblems(
      { ...good, CONTENT_CREDENTIALS_CERTIFICATE: pem },
      { ...client, contentCredentials: true },
      { key, now },
    ).join();
  const of = ({ pem, keyPem }: { pem: string; keyPem: string }) => problem(pem, keyPem);
  const year = (number: number) => new Date(Date.UTC(number, 0, 1));
  expect(problem(right.pem, stranger.keyPem)).toContain('_KEY is not the key of CONTENT_CREDENTIALS_CERTIFICATE');
  expect(problem(right.pem, 'none')).toContain('_KEY must be a private key as PEM');
  expect(of(issued({ curve: 'P-521' }))).toContain('_KEY must be of the curve P-256 or P-384');
  expect(problem('MIIB', right.keyPem)).toContain('_CERTIFICATE must be certificates as PEM, or none');
  expect(problem(right.pem.replace('MII', 'AAA'), right.keyPem)).toContain('must be certificates as PEM');
  expect(of(authority)).toContain('must begin with the certificate that signs');
  expect(of(stranger)).toContain('signs itself');
  expect(of(issued({ purposes: ['1.3.6.1.5.5.7.3.1'] }))).toContain('is for none of e-mail');
  expect(of(issued({ until: year(2026) }))).toContain('is valid from');
  expect(of(issued({ from: year(2027) }))).toContain('is valid from');
  expect(problem(`${right.pem}${stranger.pem}`, right.keyPem)).toContain('before the one that issued it');
});

test('time stamps come from the address of a service, or from nowhere', () => {
  const problems = (url: string) => parameterProblems({ ...good, CONTENT_CREDENTIALS_TIMESTAMP_URL: url }, client);
  for (const url of ['', 'none', 'https://stamps.example.com/rfc3161', 'http://stamps.example.com'])
    expect([url, problems(url)]).toEqual([url, []]);
  for (const url of ['stamps.example.com', 'ftp://stamps.example.com', 'https://stamps', 'https://me@example.com'])
    expect([url, problems(url)]).toEqual([url, [expect.stringContaining('_TIMESTAMP_URL must be the address')]]);
});

test('a model that no recipe knows is refused: every restore would fail', () => {
  const problems = parameterProblems({ ...good, COLORIZE_MODEL: 'black-forest-labs/flux-9' }, client);
  expect(problems).toEqual([
    expect.stringContaining('COLORIZE_MODEL must be one of black-forest-labs/flux-kontext-pro'),
  ]);
  expect(parameterProblems({ ...good, COLORIZE_MODEL: 'black-forest-labs/flux-2-pro' }, client)).toEqual([]);
});
