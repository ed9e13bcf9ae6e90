import { type Call, type Route, readBody, sendJson } from '@heirlight/emulator-kit/http';
import type { Till } from './checkout/payment';
import { type CreateFaultPlan, parseFaultRequest } from './faults';
import { sessionActs } from './sessionActs';
import { invalid, StripeApiError } from './stripeError';

const MAX_BODY_BYTES = 64 * 1024;

export interface ControlDependencies extends Till {
  faults: CreateFaultPlan;
}

async function readFields({ request }: Call): Promise<Record<string, unknown>> {
  const body = (await readBody(request, MAX_BODY_BYTES)).toString('utf8');
  if (body === '') return {};
  const fields: unknown = JSON.parse(body);
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Record<string, unknown>;
  throw new Error('The body must be a JSON object');
}

/**
 * Controls the emulator, for tests and for people who try things out. It is not part of Stripe's API and needs no key.
 * Bodies are JSON.
 * - `POST /_control/sessions/{id}/pay` `{email?, card?, code?, late?, terms?}` does what the page does; `/settle`
 *   `{outcome: succeeded|failed}` ends a late payment; `/expire`; `/refund` `{amount?}` in cents; `/fail-refund`
 *   (the last one); `/dispute` `{reason?}`; `/close-dispute` `{status: won|lost|warning_closed}`. Each returns
 * `{session, result}`.
 * - `POST /_control/events/{id}/resend` delivers an event again.
 * - `POST /_control/faults` `{sessions: [{kind, count?}], webhooks: [{kind, count?, type?, delayMs?}]}`, kinds in
 *   `faults.ts` and the kit's `webhookFaults.ts`; `DELETE`, or `{}` posted, forgets those still to come.
 * - `GET /_control/events?type=T` lists the events of a type, newest first.
 * - `GET /_control/state` shows Sessions, charges, events, webhook deliveries (`underWay` counts the unfinished) and
 *   faults.
 */
export function controlRoutes(dependencies: ControlDependencies): Route[] {
  const { state, events, faults } = dependencies;
  const remaining = () => ({ sessions: faults.remaining, webhooks: events.sender.faults.remaining });
  const forget = () => {
    faults.clear();
    events.sender.faults.clear();
  };
  const known = sessionActs(dependencies);
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
      pattern: '/_control/events',
      handle: answering(({ url }) => {
        const type = url.searchParams.get('type');
        return state.events.all.filter((event) => event.type === type).map(({ id, created }) => ({ id, created }));
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
        underWay: events.sender.underWay,
        faults: remaining(),
      })),
    },
  ];
}
