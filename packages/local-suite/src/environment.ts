import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { REGION } from '@heirlight/contract/functionNames';
import { modelParameter, TOOLS_WITH_CHOICE, toolById } from '@heirlight/contract/tools';
import type { Addresses, Plugin } from '@heirlight/emulator-kit/plugin';

export const PROJECT_ID = 'demo-heirlight';
export const STORAGE_BUCKET = `${PROJECT_ID}.appspot.com`;
export const LOCAL_PUBLISHABLE_KEY = 'pk_test_local_suite';

/** Base URL of the functions on this machine. */
export const functionsUrl = (addresses: Addresses) => `${addresses.url('functions')}/${PROJECT_ID}/${REGION}`;

/** What the backend is configured with: parameters go to its `.env`, secrets to its `.secret.local`. */
export interface BackendSettings {
  params: Record<string, string>;
  secrets: Record<string, string>;
}

/** Which outside services are the real ones, because the developer gave keys for them. */
export interface RealServices {
  replicate: boolean;
  stripe: boolean;
}

/** A developer's own keys, from the ignored file `functions/.env.local`. */
export function readDeveloperSettings(root: string): Record<string, string> {
  const file = join(root, 'functions/.env.local');
  if (!existsSync(file)) return {};
  const parsed = parseEnv(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** A blank key counts as none. */
export function realServices(developer: Record<string, string>): RealServices {
  return { replicate: Boolean(developer.REPLICATE_API_TOKEN), stripe: Boolean(developer.STRIPE_SECRET_KEY) };
}

/** The backend's whole configuration: what the plugins give, then the developer's own settings. */
export function backendSettings({
  addresses,
  plugins,
  developer,
}: {
  addresses: Addresses;
  plugins: readonly Plugin[];
  developer: Record<string, string>;
}): BackendSettings {
  const params: Record<string, string> = {
    APP_ORIGIN: addresses.url('hosting'),
    FUNCTIONS_BASE_URL: functionsUrl(addresses),
    WELCOME_RESTORES: '1',
    WELCOME_NEEDS_VERIFIED_EMAIL: 'false',
    ENFORCE_APP_CHECK: 'false',
    CHECKOUT_RECEIPTS: 'none',
    CHECKOUT_TAX: 'none',
    CHECKOUT_TERMS_URL: 'none',
    PROMOTION_FIRST_ORDERS_ONLY: 'false',
    CONTENT_CREDENTIALS_CERTIFICATE: 'none',
    CONTENT_CREDENTIALS_TIMESTAMP_URL: 'none',
    ...Object.fromEntries(TOOLS_WITH_CHOICE.map((id) => [modelParameter(id), toolById(id).model])),
    // The conservation run switches it on.
    WITHDRAWAL_DAYS: process.env.WITHDRAWAL_DAYS ?? '0',
  };
  // Not secrets here: they only have to be there.
  const secrets: Record<string, string> = { ADDRESS_HASH_KEY: 'local-suite', CONTENT_CREDENTIALS_KEY: 'none' };
  for (const plugin of plugins) {
    const given = plugin.backend?.(addresses);
    Object.assign(params, given?.params);
    Object.assign(secrets, given?.secrets);
  }
  for (const [key, value] of Object.entries(developer)) {
    if (!(key in secrets)) params[key] = value;
    else if (value !== '') secrets[key] = value;
  }
  return { params, secrets };
}

/** Values are quoted so that any character survives firebase-tools' strict dotenv parser. */
export function toDotenv(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}\n`)
    .join('');
}
