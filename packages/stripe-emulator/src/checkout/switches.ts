import type { LineItem, Product } from '../objects';
import { flag, map, oneOf, optional, type Parsed, type Parser, text } from '../params';
import type { AccountSettings } from '../settings';
import { invalid } from '../stripeError';

const MAX_CUSTOM_TEXT = 1_200;
const customText: Parser<string> = (raw, name) => {
  const value = text(raw, name);
  if (value.length <= MAX_CUSTOM_TEXT) return value;
  throw invalid(`Invalid string: must be at most ${MAX_CUSTOM_TEXT} characters`, { param: name });
};
const message = optional(map({ message: customText }));
const update = optional(oneOf(['auto', 'never']));

/** The parameters of a Session that an owner switches on: taxes, invoices, consent. */
export const switchShape = {
  automatic_tax: optional(map({ enabled: flag })),
  billing_address_collection: optional(oneOf(['auto', 'required'])),
  consent_collection: optional(map({ terms_of_service: optional(oneOf(['none', 'required'])) })),
  custom_text: optional(
    map({
      after_submit: message,
      shipping_address: message,
      submit: message,
      terms_of_service_acceptance: message,
    }),
  ),
  customer_update: optional(map({ address: update, name: update, shipping: update })),
  invoice_creation: optional(map({ enabled: flag })),
  managed_payments: optional(map({ enabled: optional(flag) })),
};
export type Switches = Parsed<typeof switchShape>;

/** https://docs.stripe.com/payments/managed-payments/update-checkout */
const NOT_WITH_MANAGED_PAYMENTS = [
  'automatic_tax',
  'custom_text',
  'customer_update',
  'invoice_creation',
  'payment_method_types',
] as const;

type Given = Switches & { customer: string | undefined; payment_method_types: string[] | undefined };

/** Whether Stripe is the merchant of record: as the request says, otherwise as the account's settings say. */
export const isManaged = ({ managed_payments: managed }: Switches, settings: AccountSettings): boolean =>
  managed?.enabled ?? settings.managedPaymentsByDefault;

function checkManagedPayments(given: Given, byDefault: boolean): void {
  const param = NOT_WITH_MANAGED_PAYMENTS.find((name) => given[name] !== undefined);
  if (param === undefined) return;
  const which = byDefault ? ', which is enabled by default on your account' : '';
  const otherwise = byDefault ? ', or pass managed_payments[enabled]=false to disable it for this request' : '';
  throw invalid(`${param} cannot be used with Managed Payments${which}. Remove ${param}${otherwise}.`, { param });
}

function checkAutomaticTax(given: Given, { tax }: AccountSettings, hasAddress: boolean): void {
  if (tax.status !== 'active') {
    throw invalid(
      'You must have a valid head office address to enable automatic tax calculation in test mode. ' +
        'Visit https://dashboard.stripe.com/test/settings/tax to update it.',
    );
  }
  if (given.customer === undefined || hasAddress) return;
  const { address, shipping } = given.customer_update ?? {};
  if (address === 'auto' || shipping === 'auto') return;
  throw invalid(
    'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the ' +
      "Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save " +
      'the address entered in Checkout to the Customer.',
    { code: 'customer_tax_location_invalid' },
  );
}

/** Refuses what Stripe refuses of these parameters, one with another and with the account's settings. */
export function checkSwitches(
  given: Given,
  { settings, hasAddress }: { settings: AccountSettings; hasAddress: boolean },
): void {
  if (isManaged(given, settings)) checkManagedPayments(given, given.managed_payments?.enabled === undefined);
  if (given.automatic_tax?.enabled) checkAutomaticTax(given, settings, hasAddress);
  if (given.consent_collection?.terms_of_service === 'required' && settings.termsOfServiceUrl === null) {
    throw invalid(
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your ' +
        'public business details in the Dashboard https://dashboard.stripe.com/settings/public with a Terms of service ' +
        'URL to collect terms of service consent.',
    );
  }
  if (given.customer_update !== undefined && given.customer === undefined) {
    throw invalid('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  }
}

/** Refuses products and prices that cannot be taxed. */
export function checkTaxable(
  items: readonly { item: LineItem; product: Product }[],
  given: Switches,
  settings: AccountSettings,
): void {
  for (const [index, { item, product }] of items.entries()) {
    if (isManaged(given, settings) && product.tax_code === null) {
      throw invalid(
        `Invalid line_items[${index}]: the product tax code is missing. Product tax code is required for Managed Payments.`,
        { param: `line_items[${index}]` },
      );
    }
    const hasBehavior = item.price.tax_behavior !== 'unspecified' || settings.tax.defaults.tax_behavior !== null;
    if (given.automatic_tax?.enabled && !hasBehavior) {
      throw invalid(
        `The price \`${item.price.id}\` does not have a tax behavior set, which is required for automatic tax computation.`,
      );
    }
  }
}
