import { buildCustomer } from '../customers';
import { openDispute } from '../disputes';
import type { EventLog } from '../eventLog';
import { newId, nowS } from '../ids';
import type { Address, Charge, CheckoutRecord, PaymentIntent } from '../objects';
import { buildCharge, buildPaymentIntent, type PaymentMethodType } from '../paymentObjects';
import type { StripeState } from '../state';
import { invalid } from '../stripeError';
import { type CardDecline, testCard } from '../testCards';
import { countRedemption, recheckPromotionCode } from './promotion';
import { settleTax } from './tax';

export interface Till {
  state: StripeState;
  events: EventLog;
}

export interface Buyer {
  email: string;
  name: string | null;
}

/** A card pays at once; a bank transfer completes the Session unpaid and succeeds or fails later. */
export type PaymentMethod = { type: 'card'; number: string } | { type: 'us_bank_account' };

export const TERMS_PROBLEM = 'Accept the terms of service to continue.';

const REFUSED_LATER: CardDecline = {
  code: 'payment_intent_payment_attempt_failed',
  declineCode: 'insufficient_funds',
  message: 'The bank account did not hold enough money.',
};

function intentOf({ state }: Till, checkout: CheckoutRecord): PaymentIntent {
  const { session, paymentIntentData } = checkout;
  const known = session.payment_intent === null ? undefined : state.paymentIntents.find(session.payment_intent);
  if (known) {
    known.amount = session.amount_total;
    return known;
  }
  const intent = state.paymentIntents.add(
    buildPaymentIntent({
      amount: session.amount_total,
      currency: session.currency,
      customer: session.customer,
      metadata: { ...paymentIntentData.metadata },
      description: paymentIntentData.description,
      receiptEmail: paymentIntentData.receipt_email,
      methodTypes: session.payment_method_types,
    }),
  );
  session.payment_intent = intent.id;
  return intent;
}

export interface ChargeJob {
  intent: PaymentIntent;
  buyer: Buyer;
  methodType: PaymentMethodType;
  failure: CardDecline | null;
}

export function charge({ state, events }: Till, { intent, buyer, methodType, failure }: ChargeJob): Charge {
  const made = state.charges.add(buildCharge({ intent, ...buyer, methodType, failure, origin: state.origin }));
  intent.latest_charge = made.id;
  intent.payment_method = failure ? null : made.payment_method;
  intent.status = failure ? 'requires_payment_method' : 'succeeded';
  intent.amount_received = failure ? 0 : made.amount;
  events.emit(failure ? 'charge.failed' : 'charge.succeeded', made);
  events.emit(failure ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent);
  return made;
}

/** Where the buyer lives: asked for taxes only. On this machine everybody lives where the business is. */
function addressOf({ state }: Till, { session }: CheckoutRecord): Address | null {
  return session.automatic_tax.enabled ? (state.settings.tax.head_office?.address ?? null) : null;
}

function identify(till: Till, { checkout, buyer }: { checkout: CheckoutRecord; buyer: Buyer }): void {
  const { state } = till;
  const { session } = checkout;
  const address = addressOf(till, checkout);
  if (session.customer === null && session.customer_creation === 'always') {
    // A new one even for a known address: Stripe does not merge customers by address.
    session.customer = state.customers.add(buildCustomer({ email: buyer.email, name: buyer.name ?? undefined })).id;
  }
  const customer = session.customer === null ? undefined : state.customers.find(session.customer);
  if (customer && checkout.savesAddress && address) customer.address = address;
  session.customer_details = {
    address,
    business_name: null,
    email: buyer.email,
    individual_name: null,
    name: buyer.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

function complete({ state, events }: Till, checkout: CheckoutRecord): void {
  const { session } = checkout;
  session.status = 'complete';
  session.url = null;
  if (session.consent_collection) session.consent = { promotions: null, terms_of_service: 'accepted' };
  if (session.invoice_creation?.enabled) session.invoice = newId('in');
  countRedemption(state, checkout);
  events.emit('checkout.session.completed', session);
}

/** Whether the page asks to accept the terms of service. */
export const asksForTerms = ({ session }: CheckoutRecord): boolean =>
  session.consent_collection?.terms_of_service === 'required';

/**
 * What the Pay button does. Returns why the payment was declined, in words for the buyer, or null when the Session is
 * complete; paying a complete Session again changes nothing.
 * @throws StripeApiError when the Session has expired, or its terms were not accepted
 */
export function payCheckout(
  till: Till,
  {
    checkout,
    buyer,
    method,
    accepts,
  }: { checkout: CheckoutRecord; buyer: Buyer; method: PaymentMethod; accepts: boolean },
): string | null {
  const { session } = checkout;
  if (session.status === 'complete') return null;
  if (session.status === 'expired') throw invalid('This Checkout Session has expired.');
  if (asksForTerms(checkout) && !accepts) throw invalid(TERMS_PROBLEM);
  const codeProblem = recheckPromotionCode({ state: till.state, checkout });
  if (codeProblem !== null) return `${codeProblem} It was taken off your order.`;
  identify(till, { checkout, buyer });
  settleTax(checkout);
  if (session.amount_total === 0) {
    complete(till, checkout);
    return null;
  }
  const intent = intentOf(till, checkout);
  if (method.type === 'us_bank_account') {
    intent.status = 'processing';
    till.events.emit('payment_intent.processing', intent);
    complete(till, checkout);
    return null;
  }
  const card = testCard(method.number);
  const failure = card.decline ?? null;
  const made = charge(till, { intent, buyer, methodType: 'card', failure });
  if (failure) return failure.message;
  session.payment_status = 'paid';
  complete(till, checkout);
  if (card.disputed) openDispute(till, { charge: made });
  return null;
}

/** Ends a bank transfer: the money came, or it did not. @throws StripeApiError when none is awaited */
export function settleLatePayment(
  till: Till,
  { checkout, succeeded }: { checkout: CheckoutRecord; succeeded: boolean },
) {
  const { session } = checkout;
  const intent = session.payment_intent === null ? undefined : till.state.paymentIntents.find(session.payment_intent);
  if (session.status !== 'complete' || intent?.status !== 'processing') {
    throw invalid(`Checkout Session ${session.id} does not await a late payment.`);
  }
  const buyer = { email: session.customer_details?.email ?? '', name: session.customer_details?.name ?? null };
  charge(till, { intent, buyer, methodType: 'us_bank_account', failure: succeeded ? null : REFUSED_LATER });
  if (succeeded) session.payment_status = 'paid';
  till.events.emit(`checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`, session);
}

/** Ends an open Session unpaid. @throws StripeApiError when it is not open */
export function expireCheckout({ events }: Till, { session }: CheckoutRecord): void {
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  session.status = 'expired';
  session.url = null;
  events.emit('checkout.session.expired', session);
}

/** Expires every open Session whose time is over. */
export function expireOverdue(till: Till): void {
  const now = nowS();
  for (const checkout of till.state.checkouts.all) {
    if (checkout.session.status === 'open' && checkout.session.expires_at <= now) expireCheckout(till, checkout);
  }
}
