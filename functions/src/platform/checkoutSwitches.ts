import { type CheckoutSwitches, RECEIPTS, TAXES } from './paymentGateway';

/** The parameters of the checkout as the owner wrote them. Blank means `none`. */
export interface CheckoutSettings {
  receipts: string;
  tax: string;
  termsUrl: string;
}

function choice<const T extends readonly string[]>(name: string, value: string, choices: T): T[number] {
  const found = choices.find((known) => known === (value.trim() || 'none'));
  if (found !== undefined) return found;
  throw new Error(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
}

function termsUrlOf(value: string): string | null {
  const url = value.trim();
  if (url === '' || url === 'none') return null;
  // It stands in a Markdown link.
  if (/^https:\/\/[^\s()]+$/.test(url) && URL.canParse(url)) return url;
  throw new Error(`CHECKOUT_TERMS_URL must be an https address without brackets or spaces, or none, not "${value}"`);
}

/**
 * Returns what is switched on.
 *
 * @throws Error that names a parameter which Stripe could not follow, alone or beside another
 */
export function checkoutSwitches(settings: CheckoutSettings): CheckoutSwitches {
  const receipts = choice('CHECKOUT_RECEIPTS', settings.receipts, RECEIPTS);
  const tax = choice('CHECKOUT_TAX', settings.tax, TAXES);
  const termsUrl = termsUrlOf(settings.termsUrl);
  // https://docs.stripe.com/payments/managed-payments/update-checkout
  if (tax === 'managed' && receipts !== 'none') {
    throw new Error(
      `CHECKOUT_RECEIPTS=${receipts} does not go with CHECKOUT_TAX=managed: Stripe is the seller then and sends the receipts`,
    );
  }
  if (tax === 'managed' && termsUrl !== null) {
    throw new Error(
      'CHECKOUT_TERMS_URL does not go with CHECKOUT_TAX=managed: Stripe is the seller then and asks for its own terms',
    );
  }
  return { receipts, tax, termsUrl };
}
