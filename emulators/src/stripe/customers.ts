import { newId, nowS } from './ids';
import type { Customer, Metadata } from './objects';
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

const sameAddress = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();

/** The customer of this address, made when there is none: one person is one customer here. */
export function customerByEmail(state: StripeState, { email, name }: { email: string; name: string | null }): Customer {
  const known = state.customers.all.find((customer) => sameAddress(customer.email, email));
  return known ?? state.customers.add(buildCustomer({ email, ...(name === null ? {} : { name }) }));
}

/** Whether anything was ever paid from this address, refunded or not: a first order comes before all others. */
export function hasPaidBefore(state: StripeState, email: string): boolean {
  return state.charges.all.some(({ paid, billing_details: { email: payer } }) => paid && sameAddress(payer, email));
}
