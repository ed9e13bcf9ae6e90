import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { PRICE, startTestStripe, type TestStripe } from '../testStripe';

let local: TestStripe;
let client: Stripe;

beforeEach(async () => {
  local = await startTestStripe();
  client = local.client;
});

afterEach(() => local.close());

const TAX_CODE = 'txcd_10105001';
const CARD = { action: 'pay', method: 'card', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: '' };
const page = async (session: Stripe.Checkout.Session) => (await fetch(session.url ?? '')).text();
const submit = (session: Stripe.Checkout.Session, fields: Record<string, string>) =>
  fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** Sets the account up for taxes, as `stripe:setup` and an owner in the dashboard do. */
async function setUpTax(behavior?: 'inclusive' | 'exclusive') {
  await client.tax.settings.update({ head_office: { address: { country: 'DE' } } });
  if (behavior) await client.prices.update(PRICE, { tax_behavior: behavior });
}

/** A Session for a customer, as the product makes it. */
async function ofCustomer(more: Partial<Stripe.Checkout.SessionCreateParams>) {
  const customer = await client.customers.create({ email: 'anna@example.com' });
  return local.createSession({
    customer: customer.id,
    customer_email: undefined,
    customer_creation: undefined,
    ...more,
  });
}

describe('automatic tax', () => {
  const automatic = { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } } as const;

  it('needs a head office, a tax behaviour and an address, as Stripe does', async () => {
    await expect(ofCustomer(automatic)).rejects.toThrow('You must have a valid head office address');
    await setUpTax();
    await expect(ofCustomer(automatic)).rejects.toThrow('does not have a tax behavior set');
    await setUpTax('inclusive');
    await expect(ofCustomer({ automatic_tax: { enabled: true } })).rejects.toMatchObject({
      statusCode: 400,
      code: 'customer_tax_location_invalid',
    });
    expect((await ofCustomer(automatic)).automatic_tax).toEqual({
      enabled: true,
      liability: { type: 'self' },
      provider: 'stripe',
      status: 'requires_location_inputs',
    });
    await expect(client.prices.update(PRICE, { tax_behavior: 'exclusive' })).rejects.toThrow('tax_behavior');
  });

  it.each([
    ['inclusive', 'Tax (20% included)', '$1.00', 600],
    ['exclusive', 'Tax (20%)', '$1.20', 720],
  ] as const)('that is %s is a line of the page and part of the amounts', async (behavior, words, line, total) => {
    await setUpTax(behavior);
    const session = await ofCustomer(automatic);
    expect(session).toMatchObject({ amount_total: 600, total_details: { amount_tax: 0 } });
    const text = await page(session);
    expect(text).toContain(words);
    expect(text).toContain(line);
    expect(text).toContain(`Pay $${total / 100}`);
    const paid = await local.act(session, 'pay');
    expect(paid).toMatchObject({
      amount_total: total,
      automatic_tax: { status: 'complete' },
      total_details: { amount_tax: behavior === 'inclusive' ? 100 : 120 },
      customer_details: { address: { country: 'DE' } },
    });
    expect((await client.charges.list()).data[0]?.amount).toBe(total);
    // The customer has the address now, so that the next Session needs no permission to take one over.
    const again = { customer: String(paid.customer), customer_email: undefined, customer_creation: undefined };
    expect(await local.createSession({ ...again, automatic_tax: { enabled: true } })).toMatchObject({ status: 'open' });
  });

  it('is of what is left after a discount', async () => {
    await setUpTax('inclusive');
    const session = await ofCustomer(automatic);
    expect(await local.act(session, 'pay', { code: 'FirstOrder' })).toMatchObject({
      amount_total: 450,
      total_details: { amount_discount: 150, amount_tax: 75 },
    });
  });
});

describe('Managed Payments', () => {
  const managed = { managed_payments: { enabled: true } };

  it('need a tax code on the product, and take neither automatic tax nor what Stripe then words itself', async () => {
    await expect(ofCustomer(managed)).rejects.toThrow('product tax code is missing');
    const { product } = await client.prices.retrieve(PRICE);
    await expect(client.products.update(String(product), { tax_code: 'SaaS' })).rejects.toThrow('No such tax code');
    await client.products.update(String(product), { tax_code: TAX_CODE });
    for (const [name, more] of Object.entries({
      automatic_tax: { automatic_tax: { enabled: true } },
      custom_text: { custom_text: { submit: { message: 'Thank you' } } },
      invoice_creation: { invoice_creation: { enabled: true } },
    })) {
      await expect(ofCustomer({ ...managed, ...more })).rejects.toMatchObject({
        statusCode: 400,
        param: name,
        message: `${name} cannot be used with Managed Payments. Remove ${name}.`,
      });
    }
    const session = await ofCustomer(managed);
    expect(session.managed_payments).toEqual({ enabled: true });
    expect(await page(session)).toContain('Tax (20%)');
  });

  it('are what a newer account does unless it is told not to', async () => {
    await local.close();
    local = await startTestStripe({ managedPaymentsByDefault: true });
    client = local.client;
    await expect(local.createSession()).rejects.toThrow('product tax code is missing');
    await expect(local.createSession({ invoice_creation: { enabled: true } })).rejects.toThrow(
      'pass managed_payments[enabled]=false',
    );
    const session = await local.createSession({ managed_payments: { enabled: false } });
    expect(session.managed_payments).toEqual({ enabled: false });
  });
});

describe('consent to the terms', () => {
  const consent = {
    consent_collection: { terms_of_service: 'required' },
    custom_text: { terms_of_service_acceptance: { message: 'I agree to the [Terms](https://shop.example/terms)' } },
  } as const;

  it('can be asked for only when the account names its terms', async () => {
    await expect(local.createSession(consent)).rejects.toThrow('unless a URL is set in the Stripe Dashboard');
  });

  it('is a box that must be ticked before paying', async () => {
    await local.close();
    local = await startTestStripe({ termsOfServiceUrl: 'https://shop.example/terms' });
    const session = await local.createSession(consent);
    expect(await page(session)).toContain('I agree to the <a href="https://shop.example/terms">Terms</a>');
    const refused = await submit(session, CARD);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('Accept the terms of service');
    await expect(local.act(session, 'pay', { terms: false })).rejects.toThrow('Accept the terms');
    expect((await submit(session, { ...CARD, terms: 'accepted' })).status).toBe(303);
    expect(await local.client.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      consent: { terms_of_service: 'accepted' },
    });
    const standard = await local.createSession({ consent_collection: { terms_of_service: 'required' } });
    expect(await page(standard)).toContain('I agree to Heirlight’s <a href="https://shop.example/terms">');
  });
});

describe('receipts', () => {
  it('go to the address of the request, or come as an invoice', async () => {
    const receipt = await local.createSession({ payment_intent_data: { receipt_email: 'anna@example.com' } });
    await local.act(receipt, 'pay');
    expect((await client.charges.list()).data[0]?.receipt_email).toBe('anna@example.com');
    const invoice = await local.createSession({ invoice_creation: { enabled: true } });
    expect(invoice).toMatchObject({ invoice: null, invoice_creation: { enabled: true } });
    expect((await local.act(invoice, 'pay')).invoice).toMatch(/^in_/);
  });

  it('a parameter that is not one of Stripe’s is refused by its name', async () => {
    const wrong = { invoice_creation: { enabled: true, due: 'now' } } as object;
    await expect(local.createSession(wrong)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'invoice_creation[due]',
    });
  });
});
