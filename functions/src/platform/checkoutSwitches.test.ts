import { expect, test } from '@jest/globals';
import { checkoutSwitches } from './checkoutSwitches';

const settings = (change: object = {}) => ({ receipts: 'none', tax: 'none', termsUrl: 'none', ...change });

test('blank means none', () => {
  const off = { receipts: 'none', tax: 'none', termsUrl: null };
  expect(checkoutSwitches(settings())).toEqual(off);
  expect(checkoutSwitches({ receipts: '', tax: ' ', termsUrl: '' })).toEqual(off);
});

test('what is switched on is read', () => {
  const url = 'https://heirlight.app/legal/terms.html';
  expect(checkoutSwitches({ receipts: 'invoice', tax: 'automatic', termsUrl: ` ${url} ` })).toEqual({
    receipts: 'invoice',
    tax: 'automatic',
    termsUrl: url,
  });
  expect(checkoutSwitches(settings({ tax: 'managed' })).tax).toBe('managed');
});

test.each([
  [{ tax: 'automatic,managed' }, 'CHECKOUT_TAX must be one of none, automatic, managed, not "automatic,managed"'],
  [{ receipts: 'yes' }, 'CHECKOUT_RECEIPTS must be one of none, email, invoice, not "yes"'],
  [{ termsUrl: 'http://heirlight.app/terms' }, 'CHECKOUT_TERMS_URL must be an https address'],
  [{ termsUrl: 'https://heirlight.app/a)b' }, 'without brackets'],
  [{ tax: 'managed', receipts: 'invoice' }, 'CHECKOUT_RECEIPTS=invoice does not go with CHECKOUT_TAX=managed'],
  [{ tax: 'managed', termsUrl: 'https://a.example' }, 'CHECKOUT_TERMS_URL does not go with CHECKOUT_TAX=managed'],
])('%j is refused by name', (change, message) => {
  expect(() => checkoutSwitches(settings(change))).toThrow(message);
});
