import { createHash } from 'node:crypto';
import { WEBHOOK_TOLERANCE_S } from '@heirlight/contract/limits';
import { packById } from '@heirlight/contract/packs';
import type Stripe from 'stripe';
import { AppError, messageOf } from './errors';
import type { CheckoutOrder, CheckoutTruth, Dispute, PaymentEvent, PaymentGateway, Refund } from './payments';

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

function isMissingCustomer(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, param } = error as { code?: unknown; param?: unknown };
  return code === 'resource_missing' && param === 'customer';
}

/** https://docs.stripe.com/disputes/how-disputes-work: inquiries and warnings move no money, a prevented dispute neither. */
function disputeState(status: string): Dispute['state'] {
  if (status === 'won') return 'won';
  return status === 'needs_response' || status === 'under_review' || status === 'lost' ? 'holds' : 'inquiry';
}

/** https://docs.stripe.com/refunds#failed-refunds: what fails or is cancelled comes back to our balance. */
function refundState(status: string | null): Refund['state'] {
  return status === 'failed' || status === 'canceled' ? 'failed' : 'given';
}

/** Paid only when the session is complete too: a free one says `no_payment_required` while still open. */
function checkoutState(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): CheckoutTruth['state'] {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status === 'paid' || session.payment_status === 'no_payment_required') return 'paid';
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'pending';
}

function sessionParams(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { uid: order.uid, pack: order.pack };
  // A first-time-customer code (FirstOrder) is refused for guests, hence a customer in any case.
  const customer =
    order.customerId === null
      ? { customer_creation: 'always' as const, ...(order.email === null ? {} : { customer_email: order.email }) }
      : { customer: order.customerId };
  return {
    mode: 'payment',
    line_items: [{ price: order.priceId, quantity: 1 }],
    client_reference_id: order.uid,
    // Stripe copies metadata to no related object: both get it.
    metadata,
    payment_intent_data: { metadata },
    allow_promotion_codes: true,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    ...customer,
  };
}

/**
 * Stripe refuses a key that comes with other parameters than at first. They may change between two clicks: the first
 * purchase makes a customer of who had a session of another pack open.
 * https://docs.stripe.com/api/idempotent_requests
 */
function requestOptions(order: CheckoutOrder, params: Stripe.Checkout.SessionCreateParams): Stripe.RequestOptions {
  const fingerprint = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  return { idempotencyKey: `${order.idempotencyKey}-${fingerprint}` };
}

/** stripe-node behind the PaymentGateway interface; loaded on first use. */
export function stripeGateway(options: { secretKey: string; webhookSecret: string; baseUrl: string }): PaymentGateway {
  let client: Promise<Stripe> | undefined;
  const load = async (): Promise<Stripe> => {
    const { default: StripeClient } = await import('stripe');
    const { hostname, port, protocol } = new URL(options.baseUrl);
    return new StripeClient(options.secretKey, {
      host: hostname,
      port: port === '' ? (protocol === 'http:' ? 80 : 443) : port,
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: 2,
      timeout: 20_000,
    });
  };
  const stripe = (): Promise<Stripe> => {
    if (options.secretKey.trim() === '') throw new AppError('checkout_failed', 'No STRIPE_SECRET_KEY is configured');
    client ??= load();
    return client;
  };

  async function disputesOf(charge: Stripe.Charge): Promise<Dispute[]> {
    if (!charge.disputed) return [];
    const { data } = await (await stripe()).disputes.list({ charge: charge.id, limit: 100 });
    return data.map(({ id, status, amount }) => ({ id, state: disputeState(status), amount }));
  }

  async function refundsOf(charge: Stripe.Charge): Promise<Refund[]> {
    const { data } = await (await stripe()).refunds.list({ charge: charge.id, limit: 100 });
    return data.map(({ id, status, amount }) => ({ id, state: refundState(status), amount }));
  }

  async function create(order: CheckoutOrder): Promise<Stripe.Checkout.Session> {
    const { sessions } = (await stripe()).checkout;
    try {
      const params = sessionParams(order);
      return await sessions.create(params, requestOptions(order, params));
    } catch (error) {
      if (order.customerId === null || !isMissingCustomer(error)) throw error;
      // Deleted in the dashboard, or made with other keys: the person becomes a new customer.
      const params = sessionParams({ ...order, customerId: null });
      return sessions.create(params, requestOptions(order, params));
    }
  }

  return {
    async createSession(order) {
      try {
        const session = await create(order);
        return { sessionId: session.id, url: session.url };
      } catch (error) {
        throw error instanceof AppError
          ? error
          : new AppError('checkout_failed', `Stripe: ${messageOf(error)}`, { cause: error });
      }
    },

    async retrieveSession(sessionId) {
      const session = await (await stripe()).checkout.sessions.retrieve(sessionId, {
        expand: ['payment_intent.latest_charge'],
      });
      const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
      const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
      return {
        sessionId: session.id,
        uid: session.metadata?.uid ?? null,
        pack: packById(session.metadata?.pack ?? '')?.id ?? null,
        state: checkoutState(session, intent),
        amountTotal: session.amount_total,
        currency: session.currency ?? 'usd',
        customerId: idOf(session.customer),
        paymentIntentId: idOf(session.payment_intent),
        charge: charge && {
          id: charge.id,
          amount: charge.amount,
          refunds: await refundsOf(charge),
          disputes: await disputesOf(charge),
        },
      };
    },

    async expireSession(sessionId) {
      await (await stripe()).checkout.sessions.expire(sessionId);
    },

    async findSession(paymentIntentId) {
      const { data } = await (await stripe()).checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
      return data[0]?.id ?? null;
    },

    async verifyEvent({ rawBody, signature }): Promise<PaymentEvent> {
      const { webhookSecret } = options;
      if (webhookSecret.trim() === '') throw new AppError('invalid_request', 'No STRIPE_WEBHOOK_SECRET is configured');
      if (!signature) throw new AppError('invalid_request', 'The Stripe-Signature header is missing');
      const { webhooks } = await stripe();
      let event: Stripe.Event;
      try {
        event = webhooks.constructEvent(rawBody, signature, webhookSecret, WEBHOOK_TOLERANCE_S);
      } catch (error) {
        throw new AppError('invalid_request', `Stripe signature: ${messageOf(error)}`, { cause: error });
      }
      const object = event.data.object as {
        id?: string;
        object?: string;
        payment_intent?: string | { id: string } | null;
      };
      return {
        id: event.id,
        type: event.type,
        sessionId: object.object === 'checkout.session' ? (object.id ?? null) : null,
        paymentIntentId: idOf(object.payment_intent),
      };
    },
  };
}
