import { expireCheckout, payCheckout, settleLatePayment, type Till } from './checkout/payment';
import { applyPromotionCode } from './checkout/promotion';
import { givenEmail } from './customers';
import { closeDispute, DISPUTE_ENDS, type DisputeEnd, openDispute } from './disputes';
import type { Charge, CheckoutRecord } from './objects';
import { failRefund, refundCharge } from './refunds';
import { invalid, StripeApiError } from './stripeError';

const DEFAULT_CARD = '4242424242424242';
const DEFAULT_EMAIL = 'buyer@example.com';

/** Takes `fields` as the control endpoint or a form gives them. Returns the object it made, if any. */
export type SessionAct = (job: { checkout: CheckoutRecord; fields: Record<string, unknown> }) => object | undefined;

/** The charge that paid a Session. @throws StripeApiError when there is none */
function chargeOf({ state }: Till, { session }: CheckoutRecord): Charge {
  const intent = session.payment_intent === null ? undefined : state.paymentIntents.find(session.payment_intent);
  const charge = intent?.latest_charge ? state.charges.find(intent.latest_charge) : undefined;
  if (charge?.paid) return charge;
  throw invalid(`Checkout Session ${session.id} has no charge yet.`);
}

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

/**
 * What Stripe's API cannot do to a Session, but buyers, banks and time can, by name. Each throws StripeApiError when it
 * is not possible.
 */
export function sessionActs(till: Till): Record<string, SessionAct> {
  return {
    pay({ checkout, fields }) {
      const email = givenEmail(till.state, checkout.session) ?? textOr(fields.email, DEFAULT_EMAIL);
      const code = textOr(fields.code, '');
      const refused = code === '' ? null : applyPromotionCode({ state: till.state, checkout, entered: code });
      if (refused !== null) throw invalid(refused);
      const number = textOr(fields.card, DEFAULT_CARD);
      const method = fields.late === true ? { type: 'us_bank_account' as const } : { type: 'card' as const, number };
      const declined = payCheckout(till, {
        checkout,
        buyer: { email, name: null },
        method,
        accepts: fields.terms !== false,
      });
      if (declined !== null) throw new StripeApiError(402, declined, { type: 'card_error' });
      return undefined;
    },
    settle({ checkout, fields }) {
      if (fields.outcome !== 'succeeded' && fields.outcome !== 'failed') {
        throw invalid('outcome must be succeeded or failed', { param: 'outcome' });
      }
      settleLatePayment(till, { checkout, succeeded: fields.outcome === 'succeeded' });
      return undefined;
    },
    expire({ checkout }) {
      expireCheckout(till, checkout);
      return undefined;
    },
    refund({ checkout, fields }) {
      const { amount } = fields;
      if (amount !== undefined && (!Number.isInteger(amount) || Number(amount) < 1)) {
        throw invalid('amount must be a whole number of cents', { param: 'amount' });
      }
      return refundCharge(till, { charge: chargeOf(till, checkout), amount: amount as number | undefined });
    },
    'fail-refund'({ checkout }) {
      const charge = chargeOf(till, checkout);
      const refund = till.state.refunds.all.find((known) => known.charge === charge.id && known.status !== 'failed');
      if (!refund) throw invalid(`Charge ${charge.id} has no refund that could fail.`);
      return failRefund(till, refund);
    },
    dispute({ checkout, fields }) {
      return openDispute(till, { charge: chargeOf(till, checkout), reason: textOr(fields.reason, 'fraudulent') });
    },
    'close-dispute'({ checkout, fields }) {
      const charge = chargeOf(till, checkout);
      const dispute = till.state.disputes.all.find((known) => known.charge === charge.id);
      if (!dispute) throw invalid(`Charge ${charge.id} was never disputed.`);
      const end = textOr(fields.status, 'lost') as DisputeEnd;
      if (!DISPUTE_ENDS.includes(end)) throw invalid(`status must be one of ${DISPUTE_ENDS.join(', ')}`);
      return closeDispute(till, { dispute, end });
    },
  };
}
