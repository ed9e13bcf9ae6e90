import type { TaxSettings } from './objects';

/** What an owner sets in Stripe's dashboard, as far as checkouts depend on it. */
export interface AccountSettings {
  /** Settings → Public details: without it no checkout may ask for consent to the terms. */
  termsOfServiceUrl: string | null;
  /** Settings → Managed Payments. Stripe has it on for newer accounts. */
  managedPaymentsByDefault: boolean;
  tax: TaxSettings;
}

export function newAccountSettings(): AccountSettings {
  return {
    termsOfServiceUrl: null,
    managedPaymentsByDefault: false,
    tax: {
      object: 'tax.settings',
      defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
      head_office: null,
      livemode: false,
      status: 'pending',
      status_details: { pending: { missing_fields: ['head_office'] } },
    },
  };
}

interface TaxChange {
  country?: string | undefined;
  behavior?: string | undefined;
  code?: string | undefined;
}

/** Like Stripe, it changes what is given and never removes anything. */
export function changeTax({ tax }: AccountSettings, { country, behavior, code }: TaxChange): TaxSettings {
  tax.defaults.tax_behavior = behavior ?? tax.defaults.tax_behavior;
  tax.defaults.tax_code = code ?? tax.defaults.tax_code;
  if (country === undefined) return tax;
  tax.head_office = {
    address: { city: null, country, line1: null, line2: null, postal_code: null, state: null },
  };
  tax.status = 'active';
  tax.status_details = { active: {} };
  return tax;
}
