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

const sameAddress = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();

/** The customer of this address, made when there is none: one person is one customer here. */
export function customerByEmail(state: StripeState, { email, name }: { email: string; name: string | null }): Customer {
  const known = state.customers.all.find((customer) => sameAddress(customer.email, email));
  return known ?? state.customers.add(buildCustomer({ email, ...(name === null ? {} : { name }) }));
}

/** The address a Session was made for: the shop's word, or that of the customer it names; null when the buyer is asked. */
export function givenEmail(state: StripeState, session: Pick<Session, 'customer' | 'customer_email'>): string | null {
  const customer = session.customer === null ? undefined : state.customers.find(session.customer);
  return session.customer_email ?? customer?.email ?? null;
}

/** Whether anything was ever paid by this customer or from this address, refunded or not: a first order precedes all. */
export function hasPaidBefore(state: StripeState, buyer: { email: string | null; customer: string | null }): boolean {
  return state.charges.all.some(
    ({ paid, customer, billing_details: { email } }) =>
      paid &&
      ((buyer.customer !== null && customer === buyer.customer) ||
        (buyer.email !== null && sameAddress(email, buyer.email))),
  );
}
