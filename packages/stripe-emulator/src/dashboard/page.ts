import { html, pageStyle, type SafeHtml, trusted } from '@heirlight/emulator-kit/http';
import { formatAmount } from '../money';
import type { CheckoutRecord } from '../objects';
import type { StripeState } from '../state';

/** Number of Sessions shown, the newest. */
const SHOWN = 50;

const style = trusted(`
main{max-width:56rem;margin:0 auto;padding:clamp(1.5rem,5vw,3.5rem) 1rem 4rem;display:grid;gap:1.5rem}
header{display:grid;gap:.5rem}
ol{list-style:none;margin:0;padding:0;display:grid;gap:1rem}
li{display:grid;gap:.75rem}
.row,.acts{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:baseline}
.acts{justify-content:flex-start}
.notice{border:1px solid var(--error);border-radius:12px;padding:.75rem 1rem;color:var(--error)}
`);

interface Action {
  act: string;
  label: string;
  fields?: Record<string, string>;
}

interface Standing {
  words: string;
  actions: Action[];
}

/** Returns the state of a Session in words, and what can be done to it next. */
function standingOf(state: StripeState, { session }: CheckoutRecord): Standing {
  const intent = session.payment_intent === null ? undefined : state.paymentIntents.find(session.payment_intent);
  const charge = intent?.latest_charge ? state.charges.find(intent.latest_charge) : undefined;
  const dispute = state.disputes.all.find((known) => known.charge === charge?.id);
  if (session.status === 'open') return { words: 'Open', actions: [{ act: 'expire', label: 'Expire' }] };
  if (session.status === 'expired') return { words: 'Expired', actions: [] };
  if (intent?.status === 'processing') {
    const settle = (label: string, outcome: string) => ({ act: 'settle', label, fields: { outcome } });
    const actions = [settle('The money arrives', 'succeeded'), settle('The money never comes', 'failed')];
    return { words: 'Awaiting a bank transfer', actions };
  }
  if (!charge) return { words: 'Complete, nothing to pay', actions: [] };
  if (!charge.paid) return { words: 'The bank transfer failed', actions: [] };
  if (dispute?.status === 'needs_response') {
    const close = (label: string, status: string) => ({ act: 'close-dispute', label, fields: { status } });
    return { words: 'Disputed', actions: [close('Win the dispute', 'won'), close('Lose the dispute', 'lost')] };
  }
  if (dispute?.status === 'lost') return { words: 'Dispute lost', actions: [] };
  if (charge.refunded) return { words: 'Refunded', actions: [] };
  const left = formatAmount(charge.amount_captured - charge.amount_refunded, charge.currency);
  const words = charge.amount_refunded > 0 ? `Paid, ${left} not refunded` : 'Paid';
  const actions = [
    { act: 'refund', label: `Refund ${left}` },
    { act: 'dispute', label: 'Dispute' },
  ];
  return { words, actions };
}

/** In this machine's time zone, which is the reader's. */
const timeOf = (unixS: number) =>
  new Date(unixS * 1000).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function actionForm({ id }: CheckoutRecord, { act, label, fields = {} }: Action): SafeHtml {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="/dashboard/${id}/${act}">${inputs}<button class="button">${label}</button></form>`;
}

function sessionCard(state: StripeState, checkout: CheckoutRecord): SafeHtml {
  const { session, lineItems } = checkout;
  const { words, actions } = standingOf(state, checkout);
  const email = session.customer_details?.email ?? session.customer_email ?? 'No address yet';
  const bought = lineItems.map(({ description }) => description).join(', ');
  return html`<li class="card">
    <div class="row"><h2>${bought}</h2><strong>${formatAmount(session.amount_total, session.currency)}</strong></div>
    <p class="row small quiet"><span>${email}</span><span>${timeOf(session.created)}</span></p>
    <p>${words}</p>
    <div class="acts">
      ${session.url !== null && html`<a class="button" href="${session.url}">Open the checkout</a>`}
      ${actions.map((action) => actionForm(checkout, action))}
    </div>
  </li>`;
}

export function dashboardPage({ state, notice }: { state: StripeState; notice: string | null }): string {
  const checkouts = state.checkouts.all.slice(0, SHOWN);
  const empty = html`<p class="card">Nobody bought anything yet. Buy something in ${state.accountName}, and the order appears here.</p>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local Stripe · ${state.accountName}</title>
<style>${pageStyle}${style}</style>
</head>
<body><main>
<header><p class="brand">${state.accountName}</p><h1>Local Stripe</h1>
<p class="quiet">Every checkout of this run, newest first. What you do here reaches the backend by webhook, as it would from Stripe.</p></header>
${notice !== null && html`<p class="notice" role="alert">${notice}</p>`}
${checkouts.length === 0 ? empty : html`<ol>${checkouts.map((checkout) => sessionCard(state, checkout))}</ol>`}
</main></body>
</html>`.toString();
}
