import { type PaymentMethod, TERMS_PROBLEM } from './payment';

/** What the buyer entered; card numbers are never shown again. */
export interface CheckoutForm {
  email: string;
  name: string;
  method: 'card' | 'us_bank_account';
  number: string;
  expiry: string;
  cvc: string;
  /** Whether the box of the terms is ticked. */
  accepts: boolean;
}

export type FieldErrors = Partial<Record<'email' | 'number' | 'expiry' | 'cvc' | 'terms', string>>;

export const EMPTY_FORM: CheckoutForm = {
  email: '',
  name: '',
  method: 'card',
  number: '',
  expiry: '',
  cvc: '',
  accepts: false,
};

const digitsOf = (text: string) => text.replace(/[\s-]/g, '');

/** The check digit every card number ends with: https://en.wikipedia.org/wiki/Luhn_algorithm */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const value = Number(character) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function expiryProblem(expiry: string, now: Date): string | null {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12)
    return "Your card's expiration date is incomplete.";
  // A card is good until its month ends.
  const ends = new Date(2000 + Number(year), Number(month), 1);
  return ends <= now ? "Your card's expiration year is in the past." : null;
}

export function readCheckoutForm(body: string): CheckoutForm & { action: string; code: string } {
  const fields = new URLSearchParams(body);
  const field = (name: string) => (fields.get(name) ?? '').trim();
  return {
    action: field('action'),
    code: field('code'),
    email: field('email'),
    name: field('name'),
    method: field('method') === 'us_bank_account' ? 'us_bank_account' : 'card',
    number: field('number'),
    expiry: field('expiry'),
    cvc: field('cvc'),
    accepts: field('terms') === 'accepted',
  };
}

/** What is wrong with the entries, field by field; `free` orders need no card, and most no consent to `terms`. */
export function checkForm(
  form: CheckoutForm,
  { free, terms, now }: { free: boolean; terms: boolean; now: Date },
): FieldErrors {
  const errors: FieldErrors = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email)) errors.email = 'Your email is incomplete.';
  if (terms && !form.accepts) errors.terms = TERMS_PROBLEM;
  if (free || form.method !== 'card') return errors;
  const digits = digitsOf(form.number);
  if (!/^\d{13,19}$/.test(digits)) errors.number = 'Your card number is incomplete.';
  else if (!hasValidCheckDigit(digits)) errors.number = 'Your card number is invalid.';
  const expiry = expiryProblem(form.expiry, now);
  if (expiry !== null) errors.expiry = expiry;
  if (!/^\d{3,4}$/.test(form.cvc)) errors.cvc = "Your card's security code is incomplete.";
  return errors;
}

export function methodOf(form: CheckoutForm): PaymentMethod {
  return form.method === 'card' ? { type: 'card', number: digitsOf(form.number) } : { type: 'us_bank_account' };
}
