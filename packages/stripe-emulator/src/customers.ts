import { newId, nowS } from './ids';
import type { Customer, Metadata, Session } from './objects';
import type { StripeState } from './state';

interface CustomerFields {
  email?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  metadata?: Metadata | undefined;
}

export function buildCustomer({ email, name, description, metadata = {} }: CustomerFields): Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowS(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: description ?? null,
    discount: null,
    email: email ?? null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name: name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

/**
 * Returns the e-mail address a Session was made for, the shop's or its customer's; null when the buyer is to enter one.
 */
export function givenEmail(state: StripeState, session: Pick<Session, 'customer' | 'customer_email'>): string | null {
  const customer = session.customer === null ? undefined : state.customers.find(session.customer);
  return session.customer_email ?? customer?.email ?? null;
}

/**
 * True when this customer ever paid anything, refunded or not. Like Stripe, it ignores other customers with the same
 * address.
 */
export function hasPaidBefore(state: StripeState, customer: string): boolean {
  return state.charges.all.some((charge) => charge.paid && charge.customer === customer);
}
