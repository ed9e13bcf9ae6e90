import {
  BodyTooLargeError,
  type Call,
  type Route,
  readBody,
  redirect,
  send,
  sendHtml,
} from '@heirlight/emulator-kit/http';
import { givenEmail } from '../customers';
import type { CheckoutRecord } from '../objects';
import { checkForm, methodOf, readCheckoutForm } from './form';
import { type CheckoutView, checkoutPage, messagePage, receiptPage } from './page';
import { asksForTerms, expireOverdue, payCheckout, type Till } from './payment';
import { applyPromotionCode } from './promotion';
import { setDiscount } from './session';
import { checkoutScript } from './style';

const MAX_FORM_BYTES = 16 * 1024;
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Where a paid Session leads: the success URL with the Session's id in place of Stripe's placeholder. */
function successUrl({ session }: CheckoutRecord): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function show(call: Call, { status = 200, body }: { status?: number; body: string }): void {
  sendHtml(call.response, { status, body, headers: { 'content-security-policy': POLICY } });
}

function showUnknown(call: Call, merchant: string): void {
  const text = 'The link may be incomplete, or the local suite was restarted since it was made.';
  show(call, { status: 404, body: messagePage({ merchant, title: 'This checkout does not exist', text, back: null }) });
}

/** The page that says why a Session is not open, or null when it is. */
function closedPage(checkout: CheckoutRecord, merchant: string): { status: number; body: string } | null {
  const { status, cancel_url: cancelUrl } = checkout.session;
  if (status === 'complete') {
    const text = 'Your order is complete. There is nothing more to pay.';
    return {
      status: 200,
      body: messagePage({ merchant, title: "You're all done here", text, back: successUrl(checkout) }),
    };
  }
  if (status !== 'expired') return null;
  const text = 'This link to a checkout is over. Please start again from the shop.';
  return { status: 410, body: messagePage({ merchant, title: 'This checkout has expired', text, back: cancelUrl }) };
}

function appliedCode({ state }: Till, { session }: CheckoutRecord): string | null {
  const [discount] = session.discounts;
  if (!discount) return null;
  const code = discount.promotion_code === null ? undefined : state.promotionCodes.find(discount.promotion_code);
  const coupon = discount.coupon === null ? undefined : state.coupons.find(discount.coupon);
  return code?.code ?? coupon?.name ?? discount.coupon;
}

function viewOf(till: Till, checkout: CheckoutRecord): CheckoutView {
  const fixedEmail = givenEmail(till.state, checkout.session);
  return {
    merchant: till.state.accountName,
    checkout,
    fixedEmail,
    appliedCode: appliedCode(till, checkout),
    termsUrl: till.state.settings.termsOfServiceUrl,
  };
}

async function submit(call: Call, { till, checkout }: { till: Till; checkout: CheckoutRecord }): Promise<void> {
  const { session } = checkout;
  const fixedEmail = givenEmail(till.state, session);
  const entered = readCheckoutForm((await readBody(call.request, MAX_FORM_BYTES)).toString('utf8'));
  // A second click, or the back button: the buyer has paid and goes where paying leads.
  if (session.status === 'complete') return redirect(call.response, successUrl(checkout));
  const form = { ...entered, email: fixedEmail ?? entered.email };
  const again = (status: number, more: Partial<CheckoutView> = {}) =>
    show(call, { status, body: checkoutPage({ ...viewOf(till, checkout), form, ...more }) });

  if (entered.action === 'apply_code') {
    const reason = applyPromotionCode({
      state: till.state,
      checkout,
      entered: entered.code,
    });
    if (reason !== null) return again(422, { refusedCode: { entered: entered.code, reason } });
    return redirect(call.response, call.url.pathname);
  }
  if (entered.action === 'remove_code') {
    if (session.allow_promotion_codes === true) setDiscount(checkout, null);
    return redirect(call.response, call.url.pathname);
  }
  const errors = checkForm(form, {
    free: session.amount_total === 0,
    terms: asksForTerms(checkout),
    now: new Date(),
  });
  if (Object.keys(errors).length > 0) return again(422, { errors });
  const buyer = { email: form.email, name: form.name === '' ? null : form.name };
  const notice = payCheckout(till, { checkout, buyer, method: methodOf(form), accepts: form.accepts });
  if (notice !== null) return again(402, { notice });
  redirect(call.response, successUrl(checkout));
}

/** The page that a charge's `receipt_url` leads to. */
function showReceipt(call: Call, { state }: Till): void {
  const merchant = state.accountName;
  const charge = state.charges.find(call.params.id ?? '');
  const text = 'The link may be incomplete, or the local suite was restarted since it was made.';
  if (charge?.receipt_url) show(call, { body: receiptPage({ merchant, charge }) });
  else
    show(call, {
      status: 404,
      body: messagePage({ merchant, title: 'This receipt does not exist', text, back: null }),
    });
}

/** The hosted pages a Session's `url` leads to, and receipts. */
export function checkoutRoutes(till: Till): Route[] {
  const merchant = till.state.accountName;
  const withOpen = (handle: (call: Call, checkout: CheckoutRecord) => Promise<void> | void) => async (call: Call) => {
    expireOverdue(till);
    const checkout = till.state.checkouts.find(call.params.id ?? '');
    if (!checkout) return showUnknown(call, merchant);
    const closed = closedPage(checkout, merchant);
    if (closed && (checkout.session.status === 'expired' || call.request.method === 'GET')) return show(call, closed);
    try {
      await handle(call, checkout);
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error;
      show(call, {
        status: 413,
        body: messagePage({ merchant, title: 'That was too much', text: error.message, back: null }),
      });
    }
  };
  return [
    {
      method: 'GET',
      pattern: '/c/pay/:id',
      handle: withOpen((call, checkout) => show(call, { body: checkoutPage(viewOf(till, checkout)) })),
    },
    {
      method: 'POST',
      pattern: '/c/pay/:id',
      handle: withOpen((call, checkout) => submit(call, { till, checkout })),
    },
    { method: 'GET', pattern: '/receipts/payment/:id', handle: (call) => showReceipt(call, till) },
    {
      method: 'GET',
      pattern: '/checkout.js',
      handle: ({ response }) =>
        send(response, { status: 200, body: checkoutScript, headers: { 'content-type': 'text/javascript' } }),
    },
  ];
}
