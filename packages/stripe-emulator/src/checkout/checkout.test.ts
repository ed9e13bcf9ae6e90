import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { APP, startTestStripe, type TestStripe, WEBHOOK_SECRET } from '../testStripe';

let local: TestStripe;
let client: Stripe;

beforeEach(async () => {
  local = await startTestStripe();
  client = local.client;
});

afterEach(() => local.close());

const types = () =>
  local
    .events()
    .map(({ type }) => type)
    .sort();
/** What a Session for a known customer is made with instead. */
const ofCustomer = (customer: string) => ({ customer, customer_email: undefined, customer_creation: undefined });
const retrieve = (id: string) =>
  client.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge', 'customer', 'line_items'] });

describe('a Checkout Session', () => {
  it('is open, unpaid and priced by the server when it is made', async () => {
    const session = await local.createSession();
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 600,
      currency: 'usd',
      client_reference_id: 'uid1',
      payment_intent: null,
      customer: null,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.url).toBe(`${local.server.origin}/c/pay/${session.id}`);
    const items = await client.checkout.sessions.listLineItems(session.id);
    expect(items.data[0]).toMatchObject({ description: '25 Restores', amount_total: 600, quantity: 1 });
  });

  it('is paid by card: customer, intent and charge exist and the events are signed', async () => {
    const session = await local.createSession();
    await local.act(session, 'pay');
    await local.receiver.until(3);
    const paid = await retrieve(session.id);
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: { email: 'anna@example.com' },
      customer_details: { email: 'anna@example.com' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 600,
        metadata: { uid: 'uid1' },
        latest_charge: { paid: true, amount: 600, metadata: { uid: 'uid1', pack: 'pack_25' } },
      },
    });
    expect(types()).toEqual(['charge.succeeded', 'checkout.session.completed', 'payment_intent.succeeded']);
    const completed = local.events().find(({ type }) => type === 'checkout.session.completed');
    expect(completed).toMatchObject({ api_version: Stripe.API_VERSION, data: { object: { id: session.id } } });
    expect((await client.events.retrieve(completed?.id ?? '')).type).toBe('checkout.session.completed');
  });

  it('is in its events as it was then, whatever becomes of it', async () => {
    const session = await local.createSession();
    await local.act(session, 'pay');
    await local.act(session, 'refund');
    const { data } = await client.events.list({ type: 'charge.succeeded' });
    expect(data[0]?.data.object).toMatchObject({ amount_refunded: 0, refunded: false });
  });

  it('is charged once, however often it is paid', async () => {
    const session = await local.createSession();
    const paid = await local.act(session, 'pay');
    expect(await local.act(session, 'pay')).toEqual(paid);
    expect((await client.charges.list()).data).toHaveLength(1);
  });

  it('gives its customer to the payment, so that the customer is known to have paid', async () => {
    const paid = await local.act(await local.createSession(), 'pay');
    expect(await retrieve(paid.id)).toMatchObject({
      payment_intent: { customer: paid.customer, latest_charge: { customer: paid.customer } },
    });
  });

  it('makes a new customer each time it is to make one, also for an address that has one', async () => {
    const first = await local.act(await local.createSession(), 'pay');
    const second = await local.act(await local.createSession(), 'pay');
    expect(second.customer).not.toBe(first.customer);
    expect((await client.customers.list({ email: 'anna@example.com' })).data).toHaveLength(2);
  });

  it('belongs to the customer it was made for, unless that one was deleted', async () => {
    const customer = await client.customers.create({ email: 'anna@example.com', metadata: { uid: 'uid1' } });
    const paid = await local.act(await local.createSession(ofCustomer(customer.id)), 'pay');
    expect(paid).toMatchObject({ customer: customer.id, customer_details: { email: 'anna@example.com' } });
    expect(await client.customers.del(customer.id)).toEqual(
      expect.objectContaining({ id: customer.id, object: 'customer', deleted: true }),
    );
    await expect(local.createSession(ofCustomer(customer.id))).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    });
    expect(await client.customers.retrieve(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect((await client.customers.list({ email: 'anna@example.com' })).data).toEqual([]);
    await expect(client.customers.del(customer.id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('stays open when the card is declined', async () => {
    const session = await local.createSession();
    await expect(local.act(session, 'pay', { card: '4000000000000002' })).rejects.toThrow('Your card was declined.');
    await local.receiver.until(2);
    expect(types()).toEqual(['charge.failed', 'payment_intent.payment_failed']);
    expect(await client.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: expect.any(String),
    });
    expect((await retrieve(session.id)).payment_intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
    });
    const paid = await local.act(session, 'pay');
    expect(paid.payment_status).toBe('paid');
    expect((await retrieve(session.id)).payment_intent).toMatchObject({ status: 'succeeded', amount_received: 600 });
  });

  it.each([
    ['succeeded', 'paid', 'checkout.session.async_payment_succeeded'],
    ['failed', 'unpaid', 'checkout.session.async_payment_failed'],
  ])('completes unpaid by bank transfer, which later %s', async (outcome, status, event) => {
    const session = await local.createSession();
    const completed = await local.act(session, 'pay', { late: true });
    expect(completed).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    const settled = await local.act(session, 'settle', { outcome });
    expect(settled.payment_status).toBe(status);
    await local.receiver.until(5);
    expect(types()).toContain(event);
    const first = local.events().find(({ type }) => type === 'checkout.session.completed');
    expect(first?.data.object).toMatchObject({ payment_status: 'unpaid' });
    await expect(local.act(session, 'settle', { outcome })).rejects.toThrow('does not await');
  });

  it('can be expired while it is open, and not paid afterwards', async () => {
    const session = await local.createSession();
    expect(await client.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(client.checkout.sessions.expire(session.id)).rejects.toThrow('can be expired');
    await expect(local.act(session, 'pay')).rejects.toThrow('expired');
    await local.receiver.until(1);
    expect(types()).toEqual(['checkout.session.expired']);
  });

  it('is refused for unknown and contradicting parameters', async () => {
    const refused = (more: Partial<Stripe.Checkout.SessionCreateParams>) =>
      local.createSession(more).then(
        () => null,
        ({ code, param }) => code ?? param,
      );
    expect(await refused({ line_items: [{ price: 'price_none', quantity: 1 }] })).toBe('resource_missing');
    expect(await refused({ mode: 'subscription' })).toBe('mode');
    expect(await refused({ success_url: 'javascript:alert(1)' })).toBe('url_invalid');
    expect(await refused({ discounts: [], allow_promotion_codes: true })).toBeNull();
    expect(await refused({ discounts: [{ coupon: 'FirstOrder' }] })).toBe('allow_promotion_codes');
    expect(await refused({ expires_at: Math.floor(Date.now() / 1000) + 60 })).toBe('expires_at');
  });
});

describe('promotion codes', () => {
  it('FirstOrder takes 25 % off the first order only [spec 9.7]', async () => {
    const session = await local.createSession();
    const paid = await local.act(session, 'pay', { code: 'firstorder' });
    expect(paid).toMatchObject({ amount_subtotal: 600, amount_total: 450, total_details: { amount_discount: 150 } });
    const full = await retrieve(session.id);
    expect(full).toMatchObject({ payment_intent: { amount: 450 }, line_items: { data: [{ amount_total: 450 }] } });
    const next = await local.createSession(ofCustomer(String(paid.customer)));
    await expect(local.act(next, 'pay', { code: 'FirstOrder' })).rejects.toThrow('only valid on your first order');
    expect(await local.act(next, 'pay')).toMatchObject({ amount_total: 600, customer: paid.customer });
  });

  it('FirstOrder is for customers without a payment; whose address it is does not count', async () => {
    await local.act(await local.createSession(), 'pay');
    const again = await local.act(await local.createSession(), 'pay', { code: 'FirstOrder' });
    expect(again).toMatchObject({ amount_total: 450, customer_details: { email: 'anna@example.com' } });
  });

  it('FirstOrder is refused to guests, and every code where codes are not allowed', async () => {
    const guest = await local.createSession({ customer_creation: 'if_required' });
    await expect(local.act(guest, 'pay', { code: 'FirstOrder' })).rejects.toThrow('invalid');
    const closed = await local.createSession({ allow_promotion_codes: false });
    await expect(local.act(closed, 'pay', { code: 'FirstOrder' })).rejects.toThrow('invalid');
  });

  it('are counted when the order is complete, and refused once they are used up', async () => {
    const coupon = await client.coupons.create({ percent_off: 10, duration: 'once' });
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    const code = await client.promotionCodes.create({ promotion, code: 'ONCE', max_redemptions: 1 });
    await expect(
      local.act(await local.createSession(), 'pay', { code: 'ONCE', card: '4000000000000002' }),
    ).rejects.toThrow('declined');
    expect((await client.promotionCodes.retrieve(code.id)).times_redeemed).toBe(0);
    await local.act(await local.createSession(), 'pay', { code: 'ONCE' });
    expect((await client.promotionCodes.retrieve(code.id)).times_redeemed).toBe(1);
    await expect(local.act(await local.createSession(), 'pay', { code: 'ONCE' })).rejects.toThrow('has expired');
  });

  it.each([
    [600, 'is taken'],
    [601, 'Your order is too small for this code.'],
  ])('with a minimum of %i cents, an order of 600 %s', async (minimum_amount, outcome) => {
    const coupon = await client.coupons.create({ percent_off: 10, duration: 'once' });
    const restrictions = { minimum_amount, minimum_amount_currency: 'usd' };
    await client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'BIG', restrictions });
    const session = await local.createSession();
    const said = await local.act(session, 'pay', { code: 'BIG' }).then(
      () => 'is taken',
      (error: Error) => error.message,
    );
    expect(said).toBe(outcome);
  });

  it('a full discount needs no payment', async () => {
    const coupon = await client.coupons.create({ percent_off: 100, duration: 'once' });
    await client.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'GIFT' });
    const paid = await local.act(await local.createSession(), 'pay', { code: 'GIFT' });
    expect(paid).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required', payment_intent: null });
  });
});

describe('money going back', () => {
  const paidIntent = async () => String((await local.act(await local.createSession(), 'pay')).payment_intent);

  it('is refunded in part, then in full, and no further', async () => {
    const intent = await paidIntent();
    const part = await client.refunds.create({ payment_intent: intent, amount: 200 });
    expect(part).toMatchObject({ status: 'succeeded', amount: 200 });
    expect((await client.charges.list()).data[0]).toMatchObject({ amount_refunded: 200, refunded: false });
    await expect(client.refunds.create({ payment_intent: intent, amount: 500 })).rejects.toThrow('greater than');
    await client.refunds.create({ payment_intent: intent });
    await expect(client.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await client.charges.list()).data[0]).toMatchObject({ amount_refunded: 600, refunded: true });
    await local.receiver.until(7);
    const refunds = local.events().filter(({ type }) => type === 'charge.refunded');
    expect(refunds.map(({ data }) => (data.object as Stripe.Charge).amount_refunded).sort()).toEqual([200, 600]);
  });

  it('comes back when the bank refuses a refund, and can be refunded again', async () => {
    const session = await local.createSession();
    const intent = String((await local.act(session, 'pay')).payment_intent);
    const refund = await client.refunds.create({ payment_intent: intent });
    await local.act(session, 'fail-refund');
    expect(await client.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await client.charges.retrieve(String(refund.charge))).toMatchObject({ refunded: false, amount_refunded: 0 });
    await expect(local.act(session, 'fail-refund')).rejects.toThrow('no refund that could fail');
    expect(await client.refunds.create({ payment_intent: intent })).toMatchObject({ status: 'succeeded' });
    await local.receiver.until(7);
    expect(types()).toEqual(expect.arrayContaining(['refund.updated', 'refund.failed']));
  });

  it('is disputed and decided', async () => {
    const session = await local.createSession();
    await local.act(session, 'pay', { card: '4000000000000259' });
    const [dispute] = (await client.disputes.list()).data;
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 600 });
    expect(await client.charges.retrieve(String(dispute?.charge))).toMatchObject({ disputed: true });
    await expect(local.act(session, 'refund')).rejects.toThrow('has been charged back');
    await local.act(session, 'close-dispute', { status: 'won' });
    expect(await client.disputes.retrieve(String(dispute?.id))).toMatchObject({ status: 'won' });
    expect((await local.act(session, 'refund')).payment_status).toBe('paid');
    await local.receiver.until(5);
    expect(types()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']));
  });

  it('is disputed for what was not refunded yet', async () => {
    const session = await local.createSession();
    await local.act(session, 'pay');
    await local.act(session, 'refund', { amount: 150 });
    await local.act(session, 'dispute');
    expect((await client.disputes.list()).data[0]).toMatchObject({ amount: 450 });
  });

  it('cannot come before the money', async () => {
    await expect(local.act(await local.createSession(), 'refund')).rejects.toThrow('no charge yet');
  });
});

describe('webhooks and faults', () => {
  it('repeat what was refused, with a fresh signature over the same event', async () => {
    local.receiver.statuses.push(500, 302);
    await client.checkout.sessions.expire((await local.createSession()).id);
    await local.receiver.until(3);
    expect(new Set(local.events().map(({ id }) => id)).size).toBe(1);
    const [hook] = local.receiver.received;
    const signature = String(hook?.headers['stripe-signature']);
    expect(() => Stripe.webhooks.constructEvent(`${hook?.body} `, signature, WEBHOOK_SECRET)).toThrow();
  });

  it('are lost, doubled and sent again on demand', async () => {
    await local.faults({ webhooks: [{ kind: 'lose' }, { kind: 'duplicate' }] });
    await client.checkout.sessions.expire((await local.createSession()).id);
    await client.checkout.sessions.expire((await local.createSession()).id);
    await local.receiver.until(2);
    const [first, second] = local.events();
    expect(first?.id).toBe(second?.id);
    const lost = (await client.events.list()).data.find(({ id }) => id !== first?.id);
    const listed = await fetch(`${local.server.origin}/_control/events?type=checkout.session.expired`);
    expect(await listed.json()).toMatchObject([{ id: first?.id }, { id: lost?.id }]);
    await fetch(`${local.server.origin}/_control/events/${lost?.id}/resend`, { method: 'POST' });
    await local.receiver.until(3);
    expect(local.events()[2]?.id).toBe(lost?.id);
  });

  it('make creating a Session fail, and a lost response is found again by its key', async () => {
    await local.faults({ sessions: [{ kind: 'error' }, { kind: 'rate_limit' }, { kind: 'drop', count: 1 }] });
    await expect(local.createSession()).rejects.toMatchObject({ statusCode: 500 });
    await expect(local.createSession()).rejects.toMatchObject({ statusCode: 429 });
    const session = await local.createSession();
    expect((await client.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([session.id]);
    expect((await local.faults({ sessions: [{ kind: 'explode' }] })).status).toBe(400);
    expect((await local.faults({ session: [] })).status).toBe(400);
  });
});

describe('the return address', () => {
  it('carries the Session id', async () => {
    const session = await local.createSession();
    await local.act(session, 'pay');
    const page = await fetch(`${local.server.origin}/c/pay/${session.id}`);
    expect(await page.text()).toContain(`${APP}/?session_id=${session.id}`);
  });
});
