import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { CheckoutOrder, CheckoutSwitches, PaymentGateway } from '../../../src/platform/paymentGateway';
import { type Answer, read, type Scenario, type Steps } from '../scenario';

/** What scenarios ask Stripe with. */
export interface StripeTools {
  stripe: Stripe;
  gateway: PaymentGateway;
  /** The same service, asked with a key that it does not know. */
  withWrongKey: Stripe;
  /** A price of 600 cents, tax included. */
  priceId: string;
  /** The id of a paid Session of `priceId`'s amount, or null where nobody can pay one. */
  paidSession(): Promise<string | null>;
  /** A URL that takes webhooks, and the first delivery of an event there; null where no delivery can arrive. */
  receiver: {
    url: string;
    delivery(type: string): Promise<{ rawBody: Buffer; signature: string | undefined }>;
  } | null;
}

type WithResponse = { lastResponse: { statusCode: number; headers: Record<string, string> } };

/** The answer to a request of Stripe's own client; an error's body as Stripe sends it. */
export async function ask(work: () => Promise<object>): Promise<Answer> {
  try {
    const body = (await work()) as WithResponse;
    const { statusCode, headers } = body.lastResponse;
    return { status: statusCode, body: { ...body, replayed: headers['idempotent-replayed'] } };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { rawType: type, code, param, statusCode = 0 } = error;
    return { status: statusCode, body: { error: { type, code, param } } };
  }
}

export const INVALID = 'invalid_request_error';
export const OFF: CheckoutSwitches = { receipts: 'none', tax: 'none', termsUrl: null };
export const unknown = (type: string) => `${type}_heirlight_none`;

export async function newOrder(
  { gateway, priceId }: StripeTools,
  change: Partial<CheckoutOrder> = {},
): Promise<CheckoutOrder> {
  const uid = 'scenario';
  const email = 'scenario@example.com';
  return {
    uid,
    email,
    customerId: await gateway.createCustomer({ uid, email, idempotencyKey: randomUUID() }),
    pack: 'pack_25',
    priceId,
    allowsPromotionCodes: true,
    switches: OFF,
    successUrl: 'https://example.com/?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://example.com/',
    idempotencyKey: randomUUID(),
    ...change,
  };
}

/** Opens a Session as the product does. */
export async function opened(steps: Steps, tools: StripeTools, change: Partial<CheckoutOrder> = {}): Promise<string> {
  const order = await newOrder(tools, change);
  const made: { sessionId: string } = await steps.expect(
    'our gateway opens a checkout',
    { status: 'ok', body: { sessionId: /^cs_test_/, url: /^https?:\/\// } },
    () => read(() => tools.gateway.createSession(order)),
  );
  return made.sessionId;
}

/** Parameters of a Session that is asked for directly, with one thing that is wrong. */
export const wrongSession = ({ priceId }: StripeTools, change: object): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [{ price: priceId, quantity: 1 }],
  success_url: 'https://example.com/',
  managed_payments: { enabled: false },
  ...change,
});

/** A paid payment without a Session. */
export const payDirectly = (stripe: Stripe, method = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount: 600,
    currency: 'usd',
    payment_method: method,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });

export type StripeScenario = Scenario<StripeTools>;
