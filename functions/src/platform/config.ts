import { REGION } from '@heirlight/contract/callables';
import { type PackId, perPack, priceParameter } from '@heirlight/contract/packs';
import { defineBoolean, defineInt, defineSecret, defineString } from 'firebase-functions/params';

/**
 * Parameters are asked for at the first deploy and kept in functions/.env.<project>; secrets live in Secret Manager.
 */
export const REPLICATE_API_TOKEN = defineSecret('REPLICATE_API_TOKEN');
export const REPLICATE_WEBHOOK_SECRET = defineSecret('REPLICATE_WEBHOOK_SECRET');
export const STRIPE_SECRET_KEY = defineSecret('STRIPE_SECRET_KEY');
export const STRIPE_WEBHOOK_SECRET = defineSecret('STRIPE_WEBHOOK_SECRET');
/** Any long random text. With another one, people whose address is remembered count as new. */
export const ADDRESS_HASH_KEY = defineSecret('ADDRESS_HASH_KEY');

const REPLICATE_API_BASE_URL = defineString('REPLICATE_API_BASE_URL', { default: 'https://api.replicate.com/v1' });
const REPLICATE_OUTPUT_ORIGINS = defineString('REPLICATE_OUTPUT_ORIGINS', {
  default: 'https://*.replicate.delivery,https://replicate.delivery',
});
const STRIPE_API_BASE_URL = defineString('STRIPE_API_BASE_URL', { default: 'https://api.stripe.com' });
const PRICES = perPack((pack) =>
  defineString(priceParameter(pack), { default: '', description: `Stripe price id of the pack of ${pack.photos}` }),
);
const APP_ORIGIN = defineString('APP_ORIGIN', { description: 'Where the app is served, e.g. https://example.com' });
const FUNCTIONS_BASE_URL = defineString('FUNCTIONS_BASE_URL', {
  default: '',
  description: 'Base of webhook URLs; empty means the functions of this project and region',
});
const PICTURES_BASE_URL = defineString('PICTURES_BASE_URL', {
  default: '',
  description:
    'Where the provider reaches the bucket, when it is a local one behind a tunnel; empty means at its own address',
});
const WELCOME_RESTORES = defineInt('WELCOME_RESTORES', { default: 1 });
const WELCOME_NEEDS_VERIFIED_EMAIL = defineBoolean('WELCOME_NEEDS_VERIFIED_EMAIL', { default: true });
const ENFORCE_APP_CHECK = defineBoolean('ENFORCE_APP_CHECK', { default: false });

/** The parameters as the use cases see them. Origins and base URLs carry no trailing slash. */
export interface BackendConfig {
  /** Restores granted once to a new account. */
  welcomeRestores: number;
  welcomeNeedsVerifiedEmail: boolean;
  enforceAppCheck: boolean;
  /** Origin the checkout returns to. */
  appOrigin: string;
  /** `${functionsBaseUrl}/replicate-webhook` is where the provider reports. */
  functionsBaseUrl: string;
  /** Replaces the bucket's base URL in the URLs that the provider reads pictures from; null for no replacement. */
  picturesBaseUrl: string | null;
  replicateApiBaseUrl: string;
  /** Origins output files may come from; a host may start with `*.`. */
  outputOrigins: string[];
  stripeApiBaseUrl: string;
  prices: Record<PackId, string | null>;
}

const withoutSlash = (url: string) => url.trim().replace(/\/+$/, '');
const orNull = (value: string) => (value.trim() === '' ? null : value.trim());

function functionsBaseUrl(): string {
  const given = withoutSlash(FUNCTIONS_BASE_URL.value());
  return given === '' ? `https://${REGION}-${process.env.GCLOUD_PROJECT}.cloudfunctions.net` : given;
}

/** Reads the parameters; call it while handling a request, never while the module loads. */
export function readConfig(): BackendConfig {
  return {
    welcomeRestores: WELCOME_RESTORES.value(),
    welcomeNeedsVerifiedEmail: WELCOME_NEEDS_VERIFIED_EMAIL.value(),
    enforceAppCheck: ENFORCE_APP_CHECK.value(),
    appOrigin: withoutSlash(APP_ORIGIN.value()),
    functionsBaseUrl: functionsBaseUrl(),
    picturesBaseUrl: orNull(withoutSlash(PICTURES_BASE_URL.value())),
    replicateApiBaseUrl: withoutSlash(REPLICATE_API_BASE_URL.value()),
    outputOrigins: REPLICATE_OUTPUT_ORIGINS.value()
      .split(',')
      .map(withoutSlash)
      .filter((origin) => origin !== ''),
    stripeApiBaseUrl: withoutSlash(STRIPE_API_BASE_URL.value()),
    prices: perPack(({ id }) => orNull(PRICES[id].value())),
  };
}
