import { createHash } from 'node:crypto';
import { WEBHOOK_TOLERANCE_S } from '@heirlight/contract/limits';
import type Stripe from 'stripe';
import { AppError, messageOf } from './errors';
import { once } from './once';
import {
  type CheckoutOrder,
  type CheckoutSwitches,
  type CheckoutTruth,
  type Dispute,
  type NewCustomer,
  type PaymentEvent,
  type PaymentGateway,
  PaymentRefused,
  type Refund,
  type RefundOrder,
} from './paymentGateway';

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Whether Stripe does not know what was asked for. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 'resource_missing';

const isMissingCustomer = (error: unknown): boolean =>
  isMissing(error) && (error as { param?: unknown }).param === 'customer';

const isAlreadyRefunded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 'charge_already_refunded';

const isBadRequest = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { statusCode?: unknown }).statusCode === 400;

/** Inquiries, warnings and prevented disputes move no money: https://docs.stripe.com/disputes/how-disputes-work */
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

/**
 * An account's own setting may make Stripe the seller, so each session says what it is.
 * https://docs.stripe.com/payments/managed-payments/update-checkout
 */
function taxParams({ tax }: CheckoutSwitches): Partial<Stripe.Checkout.SessionCreateParams> {
  const managed = { managed_payments: { enabled: tax === 'managed' } };
  // Our customers have no address: Stripe takes the one that the buyer enters.
  return tax === 'automatic'
    ? { ...managed, automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }
    : managed;
}

/** Replaces Stripe's own sentence at the box that must be ticked, hence the link. */
const termsText = (url: string) =>
  `I agree to the [Terms of Service](${url}). Each restore is carried out as soon as I ask for it, and I know that my ` +
  'right of withdrawal ends for every restore that I have used.';

function termsParams({ termsUrl }: CheckoutSwitches): Partial<Stripe.Checkout.SessionCreateParams> {
  if (termsUrl === null) return {};
  return {
    consent_collection: { terms_of_service: 'required' },
    custom_text: { terms_of_service_acceptance: { message: termsText(termsUrl) } },
  };
}

function sessionParams(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const { email, switches } = order;
  const metadata = { uid: order.uid, pack: order.pack };
  const receipt = switches.receipts === 'email' && email !== null ? { receipt_email: email } : {};
  return {
    mode: 'payment',
    line_items: [{ price: order.priceId, quantity: 1 }],
    // Otherwise Checkout makes a customer per paid session, and FirstOrder, a code for first orders, works for each.
    customer: order.customerId,
    client_reference_id: order.uid,
    // Stripe copies metadata to no related object: both get it.
    metadata,
    payment_intent_data: { metadata, ...receipt },
    allow_promotion_codes: order.allowsPromotionCodes,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    ...(switches.receipts === 'invoice' ? { invoice_creation: { enabled: true } } : {}),
    ...taxParams(switches),
    ...termsParams(switches),
  };
}

/** The key is in the metadata too, because Stripe does not tell by which key something was made. */
function refundParams({ paymentIntentId, amountCents, idempotencyKey }: RefundOrder): Stripe.RefundCreateParams {
  return {
    payment_intent: paymentIntentId,
    ...(amountCents === undefined ? {} : { amount: amountCents }),
    metadata: { request: idempotencyKey },
  };
}

function refundOf({ id, status, amount, metadata }: Stripe.Refund): Refund {
  return { id, state: refundState(status), amount, ...(metadata?.request ? { request: metadata.request } : {}) };
}

function customerParams({ uid, email }: NewCustomer): Stripe.CustomerCreateParams {
  return { metadata: { uid }, ...(email === null ? {} : { email }) };
}

/**
 * Stripe refuses a key that comes again with other parameters. They may change between two requests with one key: the
 * person changes the e-mail address, or the customer is created anew.
 * https://docs.stripe.com/api/idempotent_requests
 */
function keyed(key: string, content: object): Stripe.RequestOptions {
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  return { idempotencyKey: `${key}-${fingerprint}` };
}

/** What goes wrong while a checkout is opened, as the AppError `checkout_failed`. */
async function opening<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('checkout_failed', `Stripe: ${messageOf(error)}`, { cause: error });
  }
}

/** stripe-node behind the PaymentGateway interface; loaded on first use. */
export function stripeGateway(options: { secretKey: string; webhookSecret: string; baseUrl: string }): PaymentGateway {
  const load = once(async (): Promise<Stripe> => {
    const { default: StripeClient } = await import('stripe');
    const { hostname, port, protocol } = new URL(options.baseUrl);
    return new StripeClient(options.secretKey, {
      host: hostname,
      port: port === '' ? (protocol === 'http:' ? 80 : 443) : port,
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: 2,
      timeout: 20_000,
    });
  });
  const stripe = (): Promise<Stripe> => {
    if (options.secretKey.trim() === '') throw new AppError('checkout_failed', 'No STRIPE_SECRET_KEY is configured');
    return load();
  };

  async function disputesOf(charge: Stripe.Charge): Promise<Dispute[]> {
    if (!charge.disputed) return [];
    const { data } = await (await stripe()).disputes.list({ charge: charge.id, limit: 100 });
    return data.map(({ id, status, amount }) => ({ id, state: disputeState(status), amount }));
  }

  async function refundsOf(charge: Stripe.Charge): Promise<Refund[]> {
    const { data } = await (await stripe()).refunds.list({ charge: charge.id, limit: 100 });
    return data.map(refundOf);
  }

  async function knownSession(sessionId: string): Promise<Stripe.Checkout.Session | null> {
    const { sessions } = (await stripe()).checkout;
    try {
      return await sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    createCustomer(customer) {
      return opening(async () => {
        const params = customerParams(customer);
        const { id } = await (await stripe()).customers.create(params, keyed(customer.idempotencyKey, params));
        return id;
      });
    },

    async deleteCustomer(customerId) {
      try {
        await (await stripe()).customers.del(customerId);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    createSession(order) {
      return opening(async () => {
        const params = sessionParams(order);
        try {
          const { id, url } = await (await stripe()).checkout.sessions.create(
            params,
            keyed(order.idempotencyKey, params),
          );
          return { sessionId: id, url };
        } catch (error) {
          if (isMissingCustomer(error)) return null;
          throw error;
        }
      });
    },

    async retrieveSession(sessionId) {
      const session = await knownSession(sessionId);
      if (!session) return null;
      const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
      const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
      return {
        sessionId: session.id,
        uid: session.metadata?.uid ?? null,
        pack: session.metadata?.pack ?? null,
        state: checkoutState(session, intent),
        amountTotal: session.amount_total,
        currency: session.currency ?? 'usd',
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
      const { sessions } = (await stripe()).checkout;
      try {
        await sessions.expire(sessionId);
      } catch (error) {
        // Stripe has no error code for a session that is not open, so ask for the session. Not after other errors:
        // when Stripe is out of reach, a second request would only wait again.
        if (!isBadRequest(error) || (await sessions.retrieve(sessionId)).status === 'open') throw error;
      }
    },

    async findSession(paymentIntentId) {
      const { data } = await (await stripe()).checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
      return data[0]?.id ?? null;
    },

    async receiptUrls(customerId) {
      const { data } = await (await stripe()).charges.list({ customer: customerId, limit: 100 });
      return new Map(data.flatMap(({ id, receipt_url: url }) => (url ? [[id, url] as const] : [])));
    },

    async refund(order) {
      try {
        const { refunds } = await stripe();
        // The key as it is: with other parameters under one key Stripe must refuse, not refund again.
        return refundOf(await refunds.create(refundParams(order), { idempotencyKey: order.idempotencyKey }));
      } catch (error) {
        if (isAlreadyRefunded(error)) return null;
        if (isBadRequest(error) || isMissing(error)) throw new PaymentRefused(messageOf(error), { cause: error });
        throw error;
      }
    },

    async verifyEvent({ rawBody, signature }): Promise<PaymentEvent> {
      const { webhookSecret } = options;
      if (webhookSecret.trim() === '') throw new AppError('invalid_request', 'No STRIPE_WEBHOOK_SECRET is configured');
      if (!signature) throw new AppError('invalid_request', 'The Stripe-Signature header is missing');
      // Needs no key of the API.
      const { webhooks } = (await import('stripe')).default;
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
