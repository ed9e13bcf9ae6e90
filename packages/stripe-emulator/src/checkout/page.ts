import { type HtmlValue, html, pageStyle, type SafeHtml } from '@heirlight/emulator-kit/http';
import { formatAmount } from '../money';
import type { Charge, CheckoutRecord } from '../objects';
import { type CheckoutForm, EMPTY_FORM, type FieldErrors } from './form';
import { asksForTerms } from './payment';
import { checkoutStyle } from './style';
import { LOCAL_TAX_PERCENT, taxOn } from './tax';

export interface CheckoutView {
  /** The account's name, as the buyer reads it. */
  merchant: string;
  checkout: CheckoutRecord;
  /** The buyer's address when the shop gave it; it cannot be changed then. */
  fixedEmail: string | null;
  termsUrl: string | null;
  /** The promotion code on the order, as people write it. */
  appliedCode: string | null;
  form?: CheckoutForm;
  errors?: FieldErrors;
  /** Why the payment was declined. */
  notice?: string | null;
  /** The code that was refused, and why. */
  refusedCode?: { entered: string; reason: string } | null;
}

function layout({ title, body }: { title: string; body: SafeHtml }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${pageStyle}${checkoutStyle}</style>
</head>
<body>${body}</body>
</html>`.toString();
}

interface Field {
  id: 'email' | 'number' | 'expiry' | 'cvc' | 'name';
  label: string;
  value: string;
  error?: string | undefined;
  attributes: Record<string, string>;
}

function textField({ id, label, value, error, attributes }: Field): SafeHtml {
  const more = Object.entries(attributes).map(([name, setting]) => html` ${name}="${setting}"`);
  const wrong: HtmlValue = error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" name="${id}" value="${value}"${more}${wrong}>
    ${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`;
}

function codeSection({ checkout, appliedCode, refusedCode }: CheckoutView): HtmlValue {
  const { session } = checkout;
  if (appliedCode !== null) {
    const removable = session.allow_promotion_codes === true;
    return html`<form method="post" class="applied">
      <span>Code <strong>${appliedCode}</strong></span>
      ${removable && html`<button class="button" name="action" value="remove_code">Remove<span class="visually-hidden"> code ${appliedCode}</span></button>`}
    </form>`;
  }
  if (session.allow_promotion_codes !== true) return null;
  const wrong: HtmlValue = refusedCode ? html` aria-invalid="true" aria-describedby="code-error"` : null;
  return html`<form method="post" class="code">
    <div class="field"><label for="code">Promotion code</label>
    <input id="code" name="code" value="${refusedCode?.entered ?? ''}" autocomplete="off" autocapitalize="none" spellcheck="false"${wrong}></div>
    <button class="button" name="action" value="apply_code">Apply</button>
    ${refusedCode ? html`<p class="error" id="code-error" role="alert">${refusedCode.reason}</p>` : null}
  </form>`;
}

/** Cents that the buyer pays. */
const totalOf = (checkout: CheckoutRecord) => {
  const { session } = checkout;
  const { amount_discount: discount } = session.total_details;
  return session.amount_subtotal - discount + (taxOn(checkout)?.added ?? 0);
};

function taxLine({ checkout }: CheckoutView, money: (cents: number) => string): HtmlValue {
  const tax = taxOn(checkout);
  if (!tax) return null;
  const isIncluded = tax.added === 0;
  return html`<div class="tax"><dt>Tax (${LOCAL_TAX_PERCENT}%${isIncluded && ' included'})</dt><dd>${money(tax.amount)}</dd></div>`;
}

function summary(view: CheckoutView): SafeHtml {
  const { session, lineItems } = view.checkout;
  const total = totalOf(view.checkout);
  const money = (cents: number) => formatAmount(cents, session.currency);
  const brand = html`<span class="brand">${view.merchant}</span>`;
  const discount = session.total_details.amount_discount;
  return html`<section class="side summary" aria-label="Order">
    ${session.cancel_url === null ? brand : html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> ${brand}<span class="visually-hidden">: cancel and go back</span></a>`}
    <div><h1 class="quiet small">Pay ${view.merchant}</h1><p class="total">${money(total)}</p></div>
    <dl>
      ${lineItems.map((item) => html`<div><dt>${item.description}${(item.quantity ?? 1) > 1 && ` × ${item.quantity}`}</dt><dd>${money(item.amount_subtotal)}</dd></div>`)}
      ${discount > 0 && html`<div class="saving"><dt>Discount</dt><dd>−${money(discount)}</dd></div>`}
      ${taxLine(view, money)}
      <div><dt>Total due</dt><dd>${money(total)}</dd></div>
    </dl>
    ${codeSection(view)}
  </section>`;
}

const TEST_HELP = html`<details class="small">
  <summary>Test payments</summary>
  <table>
    <tr><th scope="row"><code>4242 4242 4242 4242</code></th><td>is paid</td></tr>
    <tr><th scope="row"><code>4000 0000 0000 0002</code></th><td>is declined</td></tr>
    <tr><th scope="row"><code>4000 0000 0000 9995</code></th><td>has insufficient funds</td></tr>
    <tr><th scope="row"><code>4000 0000 0000 0259</code></th><td>is paid, then disputed</td></tr>
  </table>
  <p class="quiet">Any future date and any three digits do. No real card is charged, and none is accepted.</p>
</details>`;

function cardFields({ form, errors }: { form: CheckoutForm; errors: FieldErrors }): SafeHtml {
  const digits = { inputmode: 'numeric', spellcheck: 'false' };
  const number = { ...digits, autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' };
  return html`<div class="card-fields field">
    ${textField({ id: 'number', label: 'Card number', value: '', error: errors.number, attributes: number })}
    <div class="pair">
      ${textField({ id: 'expiry', label: 'Expiration', value: form.expiry, error: errors.expiry, attributes: { ...digits, autocomplete: 'cc-exp', placeholder: 'MM / YY' } })}
      ${textField({ id: 'cvc', label: 'CVC', value: '', error: errors.cvc, attributes: { ...digits, autocomplete: 'cc-csc', placeholder: '3 digits', maxlength: '4' } })}
    </div>
    ${textField({ id: 'name', label: 'Name on card (optional)', value: form.name, attributes: { autocomplete: 'cc-name' } })}
  </div>`;
}

function methods({ checkout, form }: { checkout: CheckoutRecord; form: CheckoutForm }): HtmlValue {
  const { payment_method_types: types } = checkout.session;
  if (!types.includes('us_bank_account')) return null;
  const late = form.method === 'us_bank_account';
  return html`<fieldset><legend>Payment method</legend>
    ${types.includes('card') && html`<label class="method"><input type="radio" name="method" value="card"${!late && html` checked`}> Card</label>`}
    <label class="method"><input type="radio" id="late" name="method" value="us_bank_account"${(late || !types.includes('card')) && html` checked`}> Bank transfer (pays later)</label>
  </fieldset>`;
}

/** Custom texts may link, as Markdown does: https://docs.stripe.com/payments/checkout/customization/policies */
function withLinks(text: string): HtmlValue[] {
  const parts = text.split(/(\[[^\]]+\]\(https?:[^)\s]+\))/);
  return parts.map((part) => {
    const [, words, url] = /^\[([^\]]+)\]\((https?:[^)\s]+)\)$/.exec(part) ?? [];
    return words === undefined || url === undefined ? part : html`<a href="${url}">${words}</a>`;
  });
}

function terms({ checkout, merchant, termsUrl, form, errors }: CheckoutView & { errors: FieldErrors }): HtmlValue {
  if (!asksForTerms(checkout)) return null;
  const text = checkout.session.custom_text.terms_of_service_acceptance?.message;
  const standard = `I agree to ${merchant}’s [Terms of Service](${termsUrl})`;
  const wrong: HtmlValue = errors.terms !== undefined && html` aria-invalid="true" aria-describedby="terms-error"`;
  return html`<div class="field">
    <label class="method"><input type="checkbox" id="terms" name="terms" value="accepted"${form?.accepts === true && html` checked`}${wrong}>
    <span>${withLinks(text ?? standard)}</span></label>
    ${errors.terms !== undefined && html`<p class="error" id="terms-error">${errors.terms}</p>`}
  </div>`;
}

function paymentSection(view: CheckoutView): SafeHtml {
  const { checkout, fixedEmail, form = EMPTY_FORM, errors = {}, notice = null } = view;
  const { session } = checkout;
  const free = session.amount_total === 0;
  const email = { type: 'email', autocomplete: 'email', ...(fixedEmail === null ? {} : { readonly: 'readonly' }) };
  return html`<section class="side" aria-label="Payment">
    <form method="post" novalidate>
      ${notice !== null && html`<p class="notice" role="alert">${notice}</p>`}
      ${textField({ id: 'email', label: 'Email', value: fixedEmail ?? form.email, error: errors.email, attributes: email })}
      ${!free && methods({ checkout, form })}
      ${!free && session.payment_method_types.includes('card') && cardFields({ form, errors })}
      ${terms({ ...view, errors })}
      <button class="button primary" name="action" value="pay">${free ? 'Complete order' : `Pay ${formatAmount(totalOf(checkout), session.currency)}`}</button>
      ${session.cancel_url !== null && html`<a class="button" href="${session.cancel_url}">Cancel</a>`}
    </form>
    <p class="quiet small">A local checkout in Stripe's place. No money moves.</p>
    ${!free && TEST_HELP}
    <script src="/checkout.js"></script>
  </section>`;
}

export function checkoutPage(view: CheckoutView): string {
  return layout({
    title: `${view.merchant} checkout`,
    body: html`<main class="checkout">${summary(view)}${paymentSection(view)}</main>`,
  });
}

/** What was paid, what of it went back, and when. */
export function receiptPage({ merchant, charge }: { merchant: string; charge: Charge }): string {
  const money = (cents: number) => formatAmount(cents, charge.currency);
  const paidAt = new Date(charge.created * 1000).toISOString().slice(0, 10);
  return layout({
    title: `Receipt from ${merchant}`,
    body: html`<main class="checkout"><section class="side summary" aria-label="Receipt">
      <span class="brand">${merchant}</span>
      <div><h1 class="quiet small">Receipt from ${merchant}</h1><p class="total">${money(charge.amount)}</p></div>
      <dl>
        <div><dt>Date paid</dt><dd>${paidAt}</dd></div>
        <div><dt>Paid by</dt><dd>${charge.billing_details.email ?? ''}</dd></div>
        ${charge.amount_refunded > 0 && html`<div class="saving"><dt>Refunded</dt><dd>−${money(charge.amount_refunded)}</dd></div>`}
        <div><dt>Payment</dt><dd>${charge.id}</dd></div>
      </dl>
      <p class="quiet small">A local receipt in Stripe's place. No money moved.</p>
    </section></main>`,
  });
}

interface MessageView {
  merchant: string;
  title: string;
  text: string;
  /** URL of the shop. */
  back: string | null;
}

/** The page of a Session that cannot be paid, or no longer. */
export function messagePage({ merchant, title, text, back }: MessageView): string {
  return layout({
    title: `${title} · ${merchant} checkout`,
    body: html`<main class="message">
      <p class="brand">${merchant}</p><h1>${title}</h1><p class="quiet">${text}</p>
      ${back !== null && html`<a class="button primary" href="${back}">Back to ${merchant}</a>`}
    </main>`,
  });
}
