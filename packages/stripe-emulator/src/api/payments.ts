import { charge } from '../checkout/payment';
import { closeDispute } from '../disputes';
import { emailAddress, flag, map, metadata, oneOf, optional, positive, readParams, text } from '../params';
import { buildPaymentIntent } from '../paymentObjects';
import { refundCharge } from '../refunds';
import { invalid, missing, StripeApiError } from '../stripeError';
import { numberOfMethod, testCard } from '../testCards';
import { type ApiCall, createdIn, type Endpoint, fits, paging } from './endpoint';

function chargeToRefund({ state }: ApiCall, given: { charge: string | undefined; payment_intent: string | undefined }) {
  if (given.charge !== undefined && given.payment_intent !== undefined) {
    throw invalid('You may only specify one of these parameters: charge, payment_intent.', { param: 'charge' });
  }
  if (given.charge !== undefined) return state.charges.get(given.charge, 'charge');
  if (given.payment_intent === undefined) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = state.paymentIntents.get(given.payment_intent, 'payment_intent');
  if (intent.latest_charge === null || intent.status !== 'succeeded') {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return state.charges.get(intent.latest_charge);
}

function createRefund(call: ApiCall) {
  const given = readParams(call.params, {
    charge: optional(text),
    payment_intent: optional(text),
    amount: optional(positive),
    reason: optional(oneOf(['duplicate', 'fraudulent', 'requested_by_customer'])),
    metadata: optional(metadata),
  });
  const charge = chargeToRefund(call, given);
  return refundCharge(call, { charge, amount: given.amount, reason: given.reason, metadata: given.metadata });
}

/** A payment without a page, paid at once by one of Stripe's test payment methods. */
function createIntent(call: ApiCall) {
  const given = readParams(call.params, {
    amount: positive,
    currency: text,
    confirm: flag,
    payment_method: text,
    automatic_payment_methods: optional(map({ enabled: flag, allow_redirects: optional(oneOf(['always', 'never'])) })),
    customer: optional(text),
    description: optional(text),
    metadata: optional(metadata),
    receipt_email: optional(emailAddress),
  });
  if (!given.confirm) throw invalid('The local Stripe only makes payments that are confirmed.', { param: 'confirm' });
  if (given.customer !== undefined) call.state.customers.get(given.customer, 'customer');
  const number = numberOfMethod(given.payment_method);
  if (number === undefined) throw missing('PaymentMethod', given.payment_method, 'payment_method');
  const failure = testCard(number).decline ?? null;
  const intent = call.state.paymentIntents.add(
    buildPaymentIntent({
      amount: given.amount,
      currency: given.currency,
      customer: given.customer ?? null,
      metadata: given.metadata ?? {},
      description: given.description ?? null,
      receiptEmail: given.receipt_email ?? null,
      methodTypes: ['card'],
    }),
  );
  charge(call, { intent, buyer: { email: given.receipt_email ?? '', name: null }, methodType: 'card', failure });
  if (!failure) return intent;
  const { code, declineCode, message } = failure;
  throw new StripeApiError(402, message, { type: 'card_error', code, decline_code: declineCode });
}

const filters = { ...paging, created: createdIn, charge: optional(text), payment_intent: optional(text) };
const bare = ({ params }: ApiCall) => readParams(params, {});

export const paymentEndpoints: readonly Endpoint[] = [
  { method: 'POST', pattern: '/v1/payment_intents', run: createIntent },
  {
    method: 'GET',
    pattern: '/v1/payment_intents',
    run: ({ state, params, path }) => {
      const filter = readParams(params, { ...paging, created: createdIn, customer: optional(text) });
      const where = (intent: { created: number; customer: string | null }) =>
        filter.created(intent) && fits<string | null>(filter.customer, intent.customer);
      return state.paymentIntents.page({ url: path, paging: filter, where });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/payment_intents/:id',
    run: (call) => {
      bare(call);
      return call.state.paymentIntents.get(call.id);
    },
  },
  {
    method: 'GET',
    pattern: '/v1/charges',
    run: ({ state, params, path }) => {
      const filter = readParams(params, {
        ...paging,
        created: createdIn,
        customer: optional(text),
        payment_intent: optional(text),
      });
      return state.charges.page({
        url: path,
        paging: filter,
        where: (charge) =>
          filter.created(charge) &&
          fits<string | null>(filter.customer, charge.customer) &&
          fits(filter.payment_intent, charge.payment_intent),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/charges/:id',
    run: (call) => {
      bare(call);
      return call.state.charges.get(call.id);
    },
  },
  { method: 'POST', pattern: '/v1/refunds', run: createRefund },
  {
    method: 'GET',
    pattern: '/v1/refunds',
    run: ({ state, params, path }) => {
      const filter = readParams(params, filters);
      if (filter.charge !== undefined) state.charges.get(filter.charge, 'charge');
      return state.refunds.page({
        url: path,
        paging: filter,
        where: (refund) =>
          filter.created(refund) &&
          fits(filter.charge, refund.charge) &&
          fits(filter.payment_intent, refund.payment_intent),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/refunds/:id',
    run: (call) => {
      bare(call);
      return call.state.refunds.get(call.id);
    },
  },
  {
    method: 'GET',
    pattern: '/v1/disputes',
    run: ({ state, params, path }) => {
      const filter = readParams(params, filters);
      return state.disputes.page({
        url: path,
        paging: filter,
        where: (dispute) =>
          filter.created(dispute) &&
          fits(filter.charge, dispute.charge) &&
          fits(filter.payment_intent, dispute.payment_intent),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/disputes/:id',
    run: (call) => {
      bare(call);
      return call.state.disputes.get(call.id);
    },
  },
  {
    method: 'POST',
    pattern: '/v1/disputes/:id/close',
    run: (call) => {
      bare(call);
      return closeDispute(call, { dispute: call.state.disputes.get(call.id), end: 'lost' });
    },
  },
];
