import { randomUUID } from 'node:crypto';
import { BRAND } from '@heirlight/contract/brand';
import { PROMOTION_CODE, PROMOTION_PERCENT_OFF } from '@heirlight/contract/limits';
import { type CreditPack, CURRENCY, PACKS, priceParameter, TAX_CODE } from '@heirlight/contract/packs';
import type Stripe from 'stripe';
import { type CheckoutSwitches, HANDLED_EVENTS, type PaymentGateway } from '../src/platform/paymentGateway';
import { isMissing } from '../src/platform/stripeGateway';

export interface StripeSetup {
  /** Price ids by parameter name, as `priceParameter` gives it. */
  prices: Record<string, string>;
  /** What was not there before, in words. */
  made: string[];
  /** What was there and is different now, in words. */
  changed: string[];
  /** Stripe tells it only when the endpoint is created; null otherwise. */
  webhookSecret: string | null;
}

export interface CheckoutTrial {
  gateway: PaymentGateway;
  switches: CheckoutSwitches;
}

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

/** Stripe does not let a code's restrictions be changed: one with others makes way for a new one. */
async function setUpPromotion(
  stripe: Stripe,
  { firstOrdersOnly, made, changed }: { firstOrdersOnly: boolean; made: string[]; changed: string[] },
): Promise<void> {
  if (!(await orMissing(stripe.coupons.retrieve(PROMOTION_CODE)))) {
    const name = `${PROMOTION_CODE} ${PROMOTION_PERCENT_OFF}%`;
    await stripe.coupons.create({ id: PROMOTION_CODE, name, percent_off: PROMOTION_PERCENT_OFF, duration: 'once' });
    made.push(`coupon ${PROMOTION_CODE}`);
  }
  const { data } = await stripe.promotionCodes.list({ code: PROMOTION_CODE, active: true, limit: 1 });
  const [current] = data;
  if (current?.restrictions.first_time_transaction === firstOrdersOnly) return;
  if (current) await stripe.promotionCodes.update(current.id, { active: false });
  await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: PROMOTION_CODE },
    code: PROMOTION_CODE,
    restrictions: { first_time_transaction: firstOrdersOnly },
  });
  if (current)
    changed.push(`promotion code ${PROMOTION_CODE}, for ${firstOrdersOnly ? 'first orders' : 'every order'} now`);
  else made.push(`promotion code ${PROMOTION_CODE}`);
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

/** @throws Error that says what the owner has to do in the dashboard */
async function requireTaxSettings(stripe: Stripe): Promise<void> {
  const { status, status_details: details } = await stripe.tax.settings.retrieve();
  if (status === 'active') return;
  const missing = details.pending?.missing_fields?.join(', ') ?? 'something';
  throw new Error(`CHECKOUT_TAX=automatic: Stripe Tax lacks ${missing}. See https://dashboard.stripe.com/settings/tax`);
}

/**
 * Says of each pack what it is for the tax office, and that its price includes the tax: buyers pay what the card in the
 * shop says. A behaviour that a price already has stays, because Stripe does not let it be changed.
 */
async function setUpTax(
  stripe: Stripe,
  { prices, changed }: { prices: Record<string, string>; changed: string[] },
): Promise<void> {
  for (const id of Object.values(prices)) {
    const { product: expanded, tax_behavior: behavior } = await stripe.prices.retrieve(id, { expand: ['product'] });
    const product = expanded as Stripe.Product;
    if (product.tax_code !== TAX_CODE) {
      await stripe.products.update(product.id, { tax_code: TAX_CODE });
      changed.push(`tax code of product ${product.id}`);
    }
    if (behavior !== 'inclusive' && behavior !== 'exclusive') {
      await stripe.prices.update(id, { tax_behavior: 'inclusive' });
      changed.push(`price ${id}, which includes tax now`);
    }
  }
}

/**
 * Opens the checkout that buyers will get, and ends it: only Stripe knows whether the account may do all that is
 * switched on.
 *
 * @throws AppError with Stripe's rejection
 */
async function tryCheckout(
  gateway: PaymentGateway,
  { priceId, switches }: { priceId: string; switches: CheckoutSwitches },
): Promise<void> {
  const uid = 'stripe-setup';
  const email = 'setup@example.com';
  const customerId = await gateway.createCustomer({ uid, email, idempotencyKey: randomUUID() });
  try {
    const session = await gateway.createSession({
      ...{ uid, email, customerId, pack: PACKS[0].id, priceId, switches },
      allowsPromotionCodes: true,
      successUrl: 'https://example.com/',
      cancelUrl: 'https://example.com/',
      idempotencyKey: randomUUID(),
    });
    if (session) await gateway.expireSession(session.sessionId);
  } finally {
    await gateway.deleteCustomer(customerId);
  }
}

/**
 * Creates what is missing: products, prices, coupon, promotion code and, for a given URL, the webhook endpoint. Of what
 * exists it changes only an endpoint's events and whether it is enabled, and for which orders the code is; for
 * `checkout`, also what taxes need.
 *
 * @param firstOrdersOnly whether the promotion code is for first orders only
 * @param checkout what is switched on, to be tried with the backend's own `gateway`
 * @throws Error if the account cannot do what is switched on
 */
export async function setUpStripe(
  stripe: Stripe,
  {
    webhookUrl,
    checkout,
    firstOrdersOnly = false,
  }: { webhookUrl?: string | undefined; checkout?: CheckoutTrial; firstOrdersOnly?: boolean } = {},
): Promise<StripeSetup> {
  const made: string[] = [];
  const changed: string[] = [];
  const prices: Record<string, string> = {};
  for (const pack of PACKS) prices[priceParameter(pack)] = await priceOf(stripe, pack, made);
  await setUpPromotion(stripe, { firstOrdersOnly, made, changed });
  if (checkout) {
    const { gateway, switches } = checkout;
    if (switches.tax === 'automatic') await requireTaxSettings(stripe);
    if (switches.tax !== 'none') await setUpTax(stripe, { prices, changed });
    await tryCheckout(gateway, { priceId: prices[priceParameter(PACKS[0])] ?? '', switches });
  }
  const webhookSecret = webhookUrl ? await setUpWebhook(stripe, { url: webhookUrl, made, changed }) : null;
  return { prices, made, changed, webhookSecret };
}
