import { expect, test } from '@jest/globals';
import { addressHash, mailboxOf } from './addressHash';

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada+two+three@example.com ', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['A.da+x@googlemail.com', 'ada@gmail.com'],
  ['"a@b"+c@example.com', '"a@b"@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['nobody', '@nobody'],
])('%s leads to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test('a hash depends on the key, shows nothing of the address, and needs a key', () => {
  const hash = addressHash('one')('ada@example.com');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(addressHash('one')('ADA+2@example.com')).toBe(hash);
  expect(addressHash('two')('ada@example.com')).not.toBe(hash);
  expect(() => addressHash(' ')('ada@example.com')).toThrow('ADDRESS_HASH_KEY');
});
