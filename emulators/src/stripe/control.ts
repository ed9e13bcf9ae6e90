import { readBody } from '../http/body';
import { sendJson } from '../http/respond';
import type { Call, Route } from '../http/router';
import { expireCheckout, payCheckout, settleLatePayment, type Till } from './checkout/payment';
import { applyPromotionCode } from './checkout/promotion';
import { givenEmail } from './customers';
import { closeDispute, DISPUTE_ENDS, type DisputeEnd, openDispute } from './disputes';
import { type CreateFaultPlan, parseFaultRequest } from './faults';
import type { Charge, CheckoutRecord } from './objects';
import { refundCharge } from './refunds';
import { invalid, StripeApiError } from './stripeError';

const MAX_BODY_BYTES = 64 * 1024;
const DEFAULT_CARD = '4242424242424242';
const DEFAULT_EMAIL = 'buyer@example.com';

export interface ControlDependencies extends Till {
  faults: CreateFaultPlan;
}

type Fields = Record<string, unknown>;
type Act = (job: { checkout: CheckoutRecord; fields: Fields }) => object | undefined;

async function readFields({ request }: Call): Promise<Fields> {
  const body = (await readBody(request, MAX_BODY_BYTES)).toString('utf8');
  if (body === '') return {};
  const fields: unknown = JSON.parse(body);
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Fields;
  throw new Error('The body must be a JSON object');
}

function chargeOf({ state }: Till, { session }: CheckoutRecord): Charge {
  const intent = session.payment_intent === null ? undefined : state.paymentIntents.find(session.payment_intent);
  const charge = intent?.latest_charge ? state.charges.find(intent.latest_charge) : undefined;
  if (charge?.paid) return charge;
  throw invalid(`Checkout Session ${session.id} has no charge yet.`);
}

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);

/** What can be done to a Session, by the last part of the path. */
function acts(till: Till): Record<string, Act> {
  return {
    pay({ checkout, fields }) {
      const email = givenEmail(till.state, checkout.session) ?? textOr(fields.email, DEFAULT_EMAIL);
      const code = textOr(fields.code, '');
      const refused = code === '' ? null : applyPromotionCode({ state: till.state, checkout, entered: code, email });
      if (refused !== null) throw invalid(refused);
      const number = textOr(fields.card, DEFAULT_CARD);
      const method = fields.late === true ? { type: 'us_bank_account' as const } : { type: 'card' as const, number };
      const declined = payCheckout(till, { checkout, buyer: { email, name: null }, method });
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

/**
 * What tests, and people trying things out, steer the stand-in with; not part of Stripe's API and without a key. Bodies are
 * JSON.
 * - `POST /_control/sessions/{id}/pay` `{email?, card?, code?, late?}` does what the page does; `/settle`
 *   `{outcome: succeeded|failed}` ends a late payment; `/expire`; `/refund` `{amount?}` in cents; `/dispute` `{reason?}`;
 *   `/close-dispute` `{status: won|lost|warning_closed}`. Each answers `{session, result}`.
 * - `POST /_control/events/{id}/resend` delivers an event again.
 * - `POST /_control/faults` `{sessions: [{kind, count?}], webhooks: [{kind, count?, type?, delayMs?}]}`, kinds in
 *   `faults.ts` and `http/webhookFaults.ts`; `DELETE`, or `{}` posted, forgets those still to come.
 * - `GET /_control/state` shows Sessions, charges, events, webhook deliveries and faults.
 */
export function controlRoutes(dependencies: ControlDependencies): Route[] {
  const { state, events, faults } = dependencies;
  const remaining = () => ({ sessions: faults.remaining, webhooks: events.sender.faults.remaining });
  const forget = () => {
    faults.clear();
    events.sender.faults.clear();
  };
  const known = acts(dependencies);
  const answering =
    (run: (call: Call) => Promise<object> | object): Route['handle'] =>
    async (call) => {
      try {
        sendJson(call.response, { status: 200, body: await run(call) });
      } catch (error) {
        const shown = error instanceof StripeApiError ? error : invalid((error as Error).message);
        sendJson(call.response, { status: shown.status, body: shown.body });
      }
    };
  return [
    {
      method: 'POST',
      pattern: '/_control/sessions/:id/:act',
      handle: answering(async (call) => {
        const checkout = state.checkouts.get(call.params.id ?? '');
        const name = call.params.act ?? '';
        const act = Object.hasOwn(known, name) ? known[name] : undefined;
        if (!act) throw invalid(`${name} is not one of ${Object.keys(known).join(', ')}`);
        const result = act({ checkout, fields: await readFields(call) });
        return { session: checkout.session, result: result ?? null };
      }),
    },
    {
      method: 'POST',
      pattern: '/_control/events/:id/resend',
      handle: answering(({ params }) => {
        const event = state.events.get(params.id ?? '');
        events.resend(event);
        return event;
      }),
    },
    {
      method: 'POST',
      pattern: '/_control/faults',
      handle: answering(async (call) => {
        const fields = await readFields(call);
        const request = parseFaultRequest(fields);
        if (Object.keys(fields).length === 0) forget();
        faults.add(request.sessions);
        events.sender.faults.add(request.webhooks);
        return remaining();
      }),
    },
    {
      method: 'DELETE',
      pattern: '/_control/faults',
      handle: answering(() => {
        forget();
        return remaining();
      }),
    },
    {
      method: 'GET',
      pattern: '/_control/state',
      handle: answering(() => ({
        sessions: state.checkouts.all.map(({ session }) => session),
        charges: state.charges.all,
        disputes: state.disputes.all,
        events: state.events.all.map(({ id, type, created }) => ({ id, type, created })),
        webhooks: events.sender.deliveries,
        faults: remaining(),
      })),
    },
  ];
}
