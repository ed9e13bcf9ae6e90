import { type Call, type Route, readBody, redirect, sendHtml } from '@heirlight/emulator-kit/http';
import { expireOverdue, type Till } from '../checkout/payment';
import { sessionActs } from '../sessionActs';
import { missing, StripeApiError } from '../stripeError';
import { dashboardPage } from './page';

const MAX_FORM_BYTES = 4 * 1024;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/**
 * A page to settle, refund and dispute payments by hand: it does what the Dashboard, the bank and the
 * cardholder do at Stripe.
 */
export function dashboardRoutes(till: Till): Route[] {
  const acts = sessionActs(till);
  const show = ({ response }: Call, { status, notice }: { status: number; notice: string | null }) => {
    expireOverdue(till);
    const headers = { 'content-security-policy': POLICY };
    sendHtml(response, { status, body: dashboardPage({ state: till.state, notice }), headers });
  };
  return [
    { method: 'GET', pattern: '/', handle: (call) => show(call, { status: 200, notice: null }) },
    {
      method: 'POST',
      pattern: '/dashboard/:id/:act',
      async handle(call) {
        const form = (await readBody(call.request, MAX_FORM_BYTES)).toString('utf8');
        const { id = '', act: name = '' } = call.params;
        try {
          const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
          if (!act) throw missing('action', name);
          act({ checkout: till.state.checkouts.get(id), fields: Object.fromEntries(new URLSearchParams(form)) });
          redirect(call.response, '/');
        } catch (error) {
          if (!(error instanceof StripeApiError)) throw error;
          show(call, { status: error.status, notice: error.message });
        }
      },
    },
  ];
}
