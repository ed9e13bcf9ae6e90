import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { APP, startTestStripe, type TestStripe } from '../testStripe';
import { checkForm, EMPTY_FORM, hasValidCheckDigit } from './form';

let local: TestStripe;

beforeEach(async () => {
  local = await startTestStripe();
});

afterEach(() => local.close());

const CARD = { action: 'pay', method: 'card', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: '' };
const open = (session: Stripe.Checkout.Session) => fetch(session.url ?? '');
const submit = (session: Stripe.Checkout.Session, fields: Record<string, string>) =>
  fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('the hosted page', () => {
  it('shows the order, the fixed address and a way back', async () => {
    const page = await (await open(await local.createSession())).text();
    expect(page).toContain('25 Restores');
    expect(page).toContain('$6.00');
    expect(page).toMatch(/value="anna@example.com"[^>]*readonly/);
    expect(page).toContain(`href="${APP}/"`);
  });

  it('asks for no icon, which its policy would refuse', async () => {
    const answer = await open(await local.createSession());
    expect(await answer.text()).toContain('<link rel="icon" href="data:,">');
    expect(answer.headers.get('content-security-policy')).toContain('img-src data:');
  });

  it('takes a card and returns to the shop, once however often it is sent', async () => {
    const session = await local.createSession();
    const answers = await Promise.all([submit(session, CARD), submit(session, CARD), submit(session, CARD)]);
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`${APP}/?session_id=${session.id}`);
    }
    expect((await local.client.charges.list()).data).toHaveLength(1);
  });

  it('shows a receipt of what was paid and refunded; a declined card has none', async () => {
    const session = await local.createSession();
    await submit(session, { ...CARD, number: '4000 0000 0000 9995' });
    await submit(session, CARD);
    const [paid, declined] = (await local.client.charges.list()).data;
    expect(declined?.receipt_url).toBeNull();
    await local.client.refunds.create({ charge: paid?.id ?? '', amount: 200 });
    const receipt = await fetch(paid?.receipt_url ?? '');
    expect(receipt.status).toBe(200);
    const page = await receipt.text();
    for (const words of ['$6.00', '−$2.00', 'anna@example.com', paid?.id ?? '']) expect(page).toContain(words);
    expect((await fetch(`${local.server.origin}/receipts/payment/ch_none`)).status).toBe(404);
    expect((await fetch(`${local.server.origin}/receipts/payment/${declined?.id}`)).status).toBe(404);
  });

  it('shows a decline and lets the buyer try another card', async () => {
    const session = await local.createSession();
    const declined = await submit(session, { ...CARD, number: '4000 0000 0000 9995' });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('insufficient funds');
    expect((await submit(session, CARD)).status).toBe(303);
  });

  it('points at what is wrong and never shows the card number again', async () => {
    const session = await local.createSession({ customer_email: undefined });
    const answer = await submit(session, { ...CARD, email: 'anna', number: '4242 4242 4242 4241', cvc: '1' });
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toContain('Your email is incomplete.');
    expect(page).toContain('Your card number is invalid.');
    expect(page).not.toContain('4242 4242 4242 4241');
    expect((await local.client.charges.list()).data).toHaveLength(0);
  });

  it('applies and removes a promotion code', async () => {
    const session = await local.createSession();
    expect((await submit(session, { action: 'apply_code', code: 'nonsense' })).status).toBe(422);
    expect((await submit(session, { action: 'apply_code', code: 'FIRSTORDER' })).status).toBe(303);
    expect(await (await open(session)).text()).toContain('$4.50');
    await submit(session, { action: 'remove_code' });
    expect(await (await open(session)).text()).not.toContain('$4.50');
  });

  it('takes the code off again when another order of the customer was paid first', async () => {
    const { id: customer } = await local.client.customers.create({ email: 'anna@example.com' });
    const theirs = { customer, customer_email: undefined, customer_creation: undefined };
    const [session, other] = [await local.createSession(theirs), await local.createSession(theirs)];
    await submit(session, { action: 'apply_code', code: 'FirstOrder' });
    await local.act(other, 'pay');
    const answer = await submit(session, CARD);
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain('only valid on your first order');
    expect((await local.client.charges.list()).data).toHaveLength(1);
  });

  it('completes a bank transfer unpaid', async () => {
    const session = await local.createSession();
    expect((await submit(session, { action: 'pay', method: 'us_bank_account' })).status).toBe(303);
    expect(await local.client.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'unpaid' });
  });

  it('says so when the Session is paid, expired or unknown', async () => {
    const paid = await local.createSession();
    await submit(paid, CARD);
    expect(await (await open(paid)).text()).toContain('all done here');
    const expired = await local.createSession();
    await local.client.checkout.sessions.expire(expired.id);
    expect((await open(expired)).status).toBe(410);
    expect((await submit(expired, CARD)).status).toBe(410);
    expect((await fetch(`${local.server.origin}/c/pay/cs_test_none`)).status).toBe(404);
  });

  it('escapes what came from outside', async () => {
    const session = await local.createSession({ customer_email: undefined });
    const page = await (await submit(session, { ...CARD, email: '"><script>alert(1)</script>' })).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)');
  });
});

describe('the form', () => {
  const now = new Date('2026-11-20');
  const filled = { ...EMPTY_FORM, email: 'a@b.org', number: '4242424242424242', cvc: '123' };
  it.each([
    ['11 / 26', undefined],
    ['12/2034', undefined],
    ['10 / 26', "Your card's expiration year is in the past."],
    ['13 / 30', "Your card's expiration date is incomplete."],
  ])('judges the expiry %s', (expiry, error) => {
    expect(checkForm({ ...filled, expiry }, { free: false, terms: false, now }).expiry).toBe(error);
  });

  it('asks no card for a free order', () => {
    expect(checkForm({ ...EMPTY_FORM, email: 'a@b.org' }, { free: true, terms: false, now })).toEqual({});
  });

  it('knows a mistyped number', () => {
    expect(hasValidCheckDigit('378282246310005')).toBe(true);
    expect(hasValidCheckDigit('378282246310015')).toBe(false);
  });
});
