import { REGION } from '@heirlight/contract/functionNames';
import { WELCOME_RESTORES as PROMISED_RESTORES } from '@heirlight/contract/limits';
import { type PackId, perPack, priceParameter } from '@heirlight/contract/packs';
import { modelParameter, perToolWithChoice, type ToolWithChoice } from '@heirlight/contract/tools';
import { defineBoolean, defineInt, defineSecret, defineString } from 'firebase-functions/params';
import type { CheckoutSettings } from './checkoutSwitches';

/**
 * The owner's settings. A deploy takes them from functions/.env.<project>, and every one must stand there: without a
 * terminal firebase-tools ignores the defaults. functions/.env.example lists them. Secrets live in Secret Manager.
 */
export const REPLICATE_API_TOKEN = defineSecret('REPLICATE_API_TOKEN');
export const REPLICATE_WEBHOOK_SECRET = defineSecret('REPLICATE_WEBHOOK_SECRET');
export const STRIPE_SECRET_KEY = defineSecret('STRIPE_SECRET_KEY');
export const STRIPE_WEBHOOK_SECRET = defineSecret('STRIPE_WEBHOOK_SECRET');
/** Any long random text. With another one, people whose address is remembered count as new. */
export const ADDRESS_HASH_KEY = defineSecret('ADDRESS_HASH_KEY');
/** The private key of CONTENT_CREDENTIALS_CERTIFICATE, as PEM, or none. */
export const CONTENT_CREDENTIALS_KEY = defineSecret('CONTENT_CREDENTIALS_KEY');

const PRICES = perPack((pack) =>
  defineString(priceParameter(pack), { default: '', description: `Stripe price id of the pack of ${pack.photos}` }),
);
const APP_ORIGIN = defineString('APP_ORIGIN', { description: 'Where the app is served, e.g. https://example.com' });
const WELCOME_RESTORES = defineInt('WELCOME_RESTORES', { default: PROMISED_RESTORES });
const WELCOME_NEEDS_VERIFIED_EMAIL = defineBoolean('WELCOME_NEEDS_VERIFIED_EMAIL', { default: true });
const CHECKOUT_RECEIPTS = defineString('CHECKOUT_RECEIPTS', {
  default: 'none',
  description: 'What buyers get of us: none, email (a receipt) or invoice',
});
const CHECKOUT_TAX = defineString('CHECKOUT_TAX', {
  default: 'none',
  description: 'none, automatic (Stripe calculates the tax) or managed (Stripe is the seller)',
});
const CHECKOUT_TERMS_URL = defineString('CHECKOUT_TERMS_URL', {
  default: 'none',
  description: 'The terms that buyers must accept, or none',
});
const PROMOTION_FIRST_ORDERS_ONLY = defineBoolean('PROMOTION_FIRST_ORDERS_ONLY', {
  default: false,
  description: 'Whether the promotion code is for first orders only, as promotionFirstOrdersOnly of config.json',
});
const WITHDRAWAL_DAYS = defineInt('WITHDRAWAL_DAYS', {
  default: 0,
  description: 'Days in which buyers may give back what is unused of a pack; 0 for never',
});
const CONTENT_CREDENTIALS_CERTIFICATE = defineString('CONTENT_CREDENTIALS_CERTIFICATE', {
  default: 'none',
  description: 'Certificates as PEM, the one that signs saved files first, or none',
});
const CONTENT_CREDENTIALS_TIMESTAMP_URL = defineString('CONTENT_CREDENTIALS_TIMESTAMP_URL', {
  default: 'none',
  description: 'A time stamping service (RFC 3161) that says when saved files were signed, or none',
});
const MODELS = perToolWithChoice(({ id, name, model }) =>
  defineString(modelParameter(id), {
    default: model,
    description: `The model that ${name} runs on: docs/models.md lists them`,
  }),
);
const ENFORCE_APP_CHECK = defineBoolean('ENFORCE_APP_CHECK', { default: true });

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
  /** As the owner wrote it: `checkoutSwitches` reads it, so that a mistake stops purchases only. */
  checkout: CheckoutSettings;
  /** Otherwise the promotion code is for every order. */
  promotionFirstOrdersOnly: boolean;
  /** Days after a purchase in which its unused restores may be given back; 0 for never. */
  withdrawalDays: number;
  /** As the owner wrote it: `readIdentity` reads it, so that a mistake costs signatures only. */
  credentialsCertificate: string;
  /** Where signatures get their time stamps, or none. */
  credentialsTimeStampUrl: string;
  /** The models that the owner has chosen for tools, as `owner/name` at Replicate. */
  models: Record<ToolWithChoice, string>;
}

const withoutSlash = (url: string) => url.trim().replace(/\/+$/, '');
const orNull = (value: string) => (value.trim() === '' ? null : value.trim());

/**
 * Where other services are. A deployment uses the defaults. The local suite and a developer's .env.local replace them
 * by environment variables, which are no parameters: a deploy asks for none of them. A blank one counts as none.
 */
function addresses() {
  const { env } = process;
  const url = (name: string, otherwise: string) => withoutSlash(env[name] ?? '') || otherwise;
  return {
    functionsBaseUrl: url('FUNCTIONS_BASE_URL', `https://${REGION}-${env.GCLOUD_PROJECT}.cloudfunctions.net`),
    picturesBaseUrl: url('PICTURES_BASE_URL', '') || null,
    replicateApiBaseUrl: url('REPLICATE_API_BASE_URL', 'https://api.replicate.com/v1'),
    outputOrigins: url('REPLICATE_OUTPUT_ORIGINS', 'https://*.replicate.delivery,https://replicate.delivery')
      .split(',')
      .map(withoutSlash)
      .filter((origin) => origin !== ''),
    stripeApiBaseUrl: url('STRIPE_API_BASE_URL', 'https://api.stripe.com'),
  };
}

/** Reads the parameters; call it while handling a request, never while the module loads. */
export function readConfig(): BackendConfig {
  return {
    welcomeRestores: WELCOME_RESTORES.value(),
    welcomeNeedsVerifiedEmail: WELCOME_NEEDS_VERIFIED_EMAIL.value(),
    enforceAppCheck: ENFORCE_APP_CHECK.value(),
    appOrigin: withoutSlash(APP_ORIGIN.value()),
    ...addresses(),
    prices: perPack(({ id }) => orNull(PRICES[id].value())),
    checkout: {
      receipts: CHECKOUT_RECEIPTS.value(),
      tax: CHECKOUT_TAX.value(),
      termsUrl: CHECKOUT_TERMS_URL.value(),
    },
    promotionFirstOrdersOnly: PROMOTION_FIRST_ORDERS_ONLY.value(),
    withdrawalDays: WITHDRAWAL_DAYS.value(),
    credentialsCertificate: CONTENT_CREDENTIALS_CERTIFICATE.value(),
    credentialsTimeStampUrl: CONTENT_CREDENTIALS_TIMESTAMP_URL.value().trim(),
    models: perToolWithChoice(({ id }) => MODELS[id].value().trim()),
  };
}
