import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { declaredParams } from 'firebase-functions/params';
import { readConfig } from './config';

const example = parseEnv(readFileSync(join(__dirname, '../../.env.example'), 'utf8'));
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

/** A deploy without a terminal refuses a parameter that no dotenv file names, even one with a default. */
test('.env.example names every parameter and nothing else', () => {
  const isSecret = (one: object) => (one.constructor as { type?: string }).type === 'secret';
  const names = declaredParams.filter((one) => !isSecret(one)).map(({ name }) => name);
  expect(Object.keys(example).sort()).toEqual(names.sort());
});

test('a deployment speaks with the real services', () => {
  process.env = { ...before, ...example, GCLOUD_PROJECT: 'heirlight', STRIPE_API_BASE_URL: '' };
  expect(readConfig()).toEqual({
    welcomeRestores: 1,
    welcomeNeedsVerifiedEmail: true,
    enforceAppCheck: true,
    appOrigin: 'https://YOUR-DOMAIN',
    functionsBaseUrl: 'https://us-central1-heirlight.cloudfunctions.net',
    picturesBaseUrl: null,
    replicateApiBaseUrl: 'https://api.replicate.com/v1',
    outputOrigins: ['https://*.replicate.delivery', 'https://replicate.delivery'],
    stripeApiBaseUrl: 'https://api.stripe.com',
    prices: { pack_5: null, pack_25: null, pack_50: null },
    checkout: { receipts: 'none', tax: 'none', termsUrl: 'none' },
    promotionFirstOrdersOnly: false,
    withdrawalDays: 0,
    credentialsCertificate: 'none',
    credentialsTimeStampUrl: 'none',
    models: { deeprestore: 'flux-kontext-apps/restore-image', colorize: 'black-forest-labs/flux-kontext-pro' },
  });
});

test('environment variables lead to local services', () => {
  const local = {
    FUNCTIONS_BASE_URL: 'http://127.0.0.1:5001/demo/us-central1/',
    PICTURES_BASE_URL: 'https://tunnel.example/',
    REPLICATE_API_BASE_URL: 'http://127.0.0.1:1/v1',
    REPLICATE_OUTPUT_ORIGINS: 'http://127.0.0.1:1, http://localhost:1/',
    STRIPE_API_BASE_URL: 'http://127.0.0.1:2',
  };
  process.env = { ...before, ...example, ...local };
  expect(readConfig()).toMatchObject({
    functionsBaseUrl: 'http://127.0.0.1:5001/demo/us-central1',
    picturesBaseUrl: 'https://tunnel.example',
    replicateApiBaseUrl: 'http://127.0.0.1:1/v1',
    outputOrigins: ['http://127.0.0.1:1', 'http://localhost:1'],
    stripeApiBaseUrl: 'http://127.0.0.1:2',
  });
});
