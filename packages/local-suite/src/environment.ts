import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { REGION } from '@heirlight/contract/callables';
import { HOST, type Ports, url } from './ports';
import { LOCAL_PRICES } from './stripeSeed';

export const PROJECT_ID = 'demo-heirlight';

/** Where the functions answer on this machine. */
export const functionsUrl = (ports: Ports) => `${url(ports.functions)}/${PROJECT_ID}/${REGION}`;

/** What the backend is configured with: parameters go to its `.env`, secrets to its `.secret.local`. */
export interface BackendSettings {
  params: Record<string, string>;
  secrets: Record<string, string>;
  /** Which outside services are the real ones because the developer gave keys for them. */
  real: { replicate: boolean; stripe: boolean };
}

/** Not secrets: they only let the local stand-ins and the local backend recognise each other. */
const LOCAL_SECRETS = {
  REPLICATE_API_TOKEN: 'r8_local_suite',
  REPLICATE_WEBHOOK_SECRET: `whsec_${Buffer.from('heirlight-local-replicate').toString('base64')}`,
  STRIPE_SECRET_KEY: 'sk_test_local_suite',
  STRIPE_WEBHOOK_SECRET: 'whsec_local_stripe',
};
export const LOCAL_PUBLISHABLE_KEY = 'pk_test_local_suite';

/** A developer's own keys, from the ignored file `functions/.env.local`. */
export function readDeveloperSettings(root: string): Record<string, string> {
  const file = join(root, 'functions/.env.local');
  if (!existsSync(file)) return {};
  const parsed = parseEnv(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The backend's whole configuration: local stand-ins, unless `developer` holds the keys of a real service. */
export function backendSettings(ports: Ports, developer: Record<string, string>): BackendSettings {
  // A blanked key is none.
  const real = { replicate: Boolean(developer.REPLICATE_API_TOKEN), stripe: Boolean(developer.STRIPE_SECRET_KEY) };
  const secrets: Record<string, string> = { ...LOCAL_SECRETS };
  const params: Record<string, string> = {
    APP_ORIGIN: url(ports.hosting),
    FUNCTIONS_BASE_URL: functionsUrl(ports),
    PICTURES_BASE_URL: '',
    WELCOME_RESTORES: '1',
    WELCOME_NEEDS_VERIFIED_EMAIL: 'false',
    ENFORCE_APP_CHECK: 'false',
    REPLICATE_API_BASE_URL: `${url(ports.replicate)}/v1`,
    REPLICATE_OUTPUT_ORIGINS: url(ports.replicate),
    STRIPE_API_BASE_URL: url(ports.stripe),
    ...LOCAL_PRICES,
  };
  // The values `functions/src/platform/config.ts` defaults to, which only a deployment applies: left out here,
  // firebase-tools would ask for them at the terminal, and our host would read blanks.
  if (real.replicate) {
    params.REPLICATE_API_BASE_URL = 'https://api.replicate.com/v1';
    params.REPLICATE_OUTPUT_ORIGINS = 'https://replicate.delivery,https://*.replicate.delivery';
  }
  if (real.stripe) {
    params.STRIPE_API_BASE_URL = 'https://api.stripe.com';
    // Without the developer's own price ids a card says "Payments Not Configured", which is the truth.
    for (const name of Object.keys(LOCAL_PRICES)) params[name] = '';
  }
  for (const [key, value] of Object.entries(developer)) {
    if (!(key in secrets)) params[key] = value;
    else if (value !== '') secrets[key] = value;
  }
  return { params, secrets, real };
}

/** Values are quoted so that any character survives firebase-tools' strict dotenv parser. */
export function toDotenv(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}\n`)
    .join('');
}

/** Keeps firebase-tools off the network and its start short. */
export function firebaseToolsEnvironment(): Record<string, string> {
  return {
    // No message of the day fetched from Google.
    CI: '1',
    // No search for the server that tells programs on Google's machines who they are.
    METADATA_SERVER_DETECTION: 'none',
    // `npm show firebase-functions`, asked for a newer version, answers at once.
    npm_config_offline: 'true',
    // The functions are listed in a temporary file, not by a server that is started and polled for it.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    // Otherwise Google's libraries look for the project's name in places a laptop does not have.
    GOOGLE_CLOUD_PROJECT: PROJECT_ID,
  };
}

export const hostAndPort = (port: number) => `${HOST}:${port}`;
