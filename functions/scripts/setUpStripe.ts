import { BRAND } from '@heirlight/contract/brand';
import { PROMOTION_CODE, PROMOTION_PERCENT_OFF } from '@heirlight/contract/limits';
import { type CreditPack, CURRENCY, PACKS, priceParameter } from '@heirlight/contract/packs';
import type Stripe from 'stripe';
import { HANDLED_EVENTS } from '../src/platform/paymentGateway';

export interface StripeSetup {
  /** Price ids by parameter name: PRICE_5, PRICE_25, PRICE_50. */
  prices: Record<string, string>;
  /** What was not there before, in words. */
  made: string[];
  /** What was there and is different now, in words. */
  changed: string[];
  /** Stripe tells it only when the endpoint is created; null otherwise. */
  webhookSecret: string | null;
}

const isMissing = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'resource_missing';

async function orMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * The pack's current price, found by its lookup key. A changed amount becomes a new price, which takes over the key.
 */
async function priceOf(stripe: Stripe, pack: CreditPack, made: string[]): Promise<string> {
  const amount = Math.round(pack.price * 100);
  const { data } = await stripe.prices.list({ lookup_keys: [pack.id], active: true, limit: 1 });
  const [current] = data;
  if (current?.unit_amount === amount && current.currency === CURRENCY) return current.id;
  const metadata = { pack: pack.id };
  const productId = `heirlight_${pack.id}`;
  if (!(await orMissing(stripe.products.retrieve(productId)))) {
    const description = `${pack.photos} photo restores for ${BRAND}`;
    await stripe.products.create({ id: productId, name: `${pack.photos} Restores`, description, metadata });
    made.push(`product ${productId}`);
  }
  const price = await stripe.prices.create({
    product: productId,
    currency: CURRENCY,
    unit_amount: amount,
    lookup_key: pack.id,
    transfer_lookup_key: true,
    metadata,
  });
  made.push(`price ${price.id}`);
  return price.id;
}

async function setUpPromotion(stripe: Stripe, made: string[]): Promise<void> {
  if (!(await orMissing(stripe.coupons.retrieve(PROMOTION_CODE)))) {
    const name = `${PROMOTION_CODE} ${PROMOTION_PERCENT_OFF}%`;
    await stripe.coupons.create({ id: PROMOTION_CODE, name, percent_off: PROMOTION_PERCENT_OFF, duration: 'once' });
    made.push(`coupon ${PROMOTION_CODE}`);
  }
  const { data } = await stripe.promotionCodes.list({ code: PROMOTION_CODE, active: true, limit: 1 });
  if (data.length > 0) return;
  await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: PROMOTION_CODE },
    code: PROMOTION_CODE,
    restrictions: { first_time_transaction: true },
  });
  made.push(`promotion code ${PROMOTION_CODE}`);
}

const sameEvents = (some: readonly string[], others: readonly string[]) =>
  [...some].sort().join() === [...others].sort().join();

/** What to update on an endpoint, and in words what that changes. Stripe disables an endpoint that failed for days. */
function endpointChanges({ url, status, enabled_events: events }: Stripe.WebhookEndpoint) {
  const hasAllEvents = sameEvents(events, HANDLED_EVENTS);
  const isEnabled = status === 'enabled';
  return {
    update: {
      ...(hasAllEvents ? {} : { enabled_events: [...HANDLED_EVENTS] }),
      ...(isEnabled ? {} : { disabled: false }),
    },
    words: [
      ...(hasAllEvents ? [] : [`events of webhook endpoint ${url}`]),
      ...(isEnabled ? [] : [`webhook endpoint ${url}, which was disabled`]),
    ],
  };
}

/**
 * Creates the endpoint at this URL unless it exists, enables it and subscribes it to exactly the handled events.
 * Returns the secret of a new endpoint, null otherwise.
 */
async function setUpWebhook(
  stripe: Stripe,
  { url, made, changed }: { url: string; made: string[]; changed: string[] },
): Promise<string | null> {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url) continue;
    const { update, words } = endpointChanges(endpoint);
    if (words.length > 0) await stripe.webhookEndpoints.update(endpoint.id, update);
    changed.push(...words);
    return null;
  }
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: [...HANDLED_EVENTS] });
  made.push(`webhook endpoint ${url}`);
  return endpoint.secret ?? null;
}

/**
 * Creates what is missing: products, prices, coupon, promotion code and, for a given URL, the webhook endpoint. Of what
 * exists it changes only an endpoint's events and whether it is enabled.
 */
export async function setUpStripe(
  stripe: Stripe,
  { webhookUrl }: { webhookUrl?: string | undefined } = {},
): Promise<StripeSetup> {
  const made: string[] = [];
  const changed: string[] = [];
  const prices: Record<string, string> = {};
  for (const pack of PACKS) prices[priceParameter(pack)] = await priceOf(stripe, pack, made);
  await setUpPromotion(stripe, made);
  const webhookSecret = webhookUrl ? await setUpWebhook(stripe, { url: webhookUrl, made, changed }) : null;
  return { prices, made, changed, webhookSecret };
}
