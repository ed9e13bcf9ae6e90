import { expect, test } from '@jest/globals';
import { safeName } from './safeName';

test.each([
  ['Grandmother, about 1943', 'Grandmother, about 1943'],
  ['Oma & Opa: "Hochzeit" 5/1921?', 'Oma & Opa Hochzeit 5 1921'],
  ['../../etc/passwd', 'etc passwd'],
  ['  ...  ', 'photo'],
  ['', 'photo'],
  ['con', 'con_'],
  ['a\u0000b\nc', 'a b c'],
  ['Cafe\u0301', 'Café'],
  ['祖母', '祖母'],
])('%j becomes a name that every disk takes', (words, name) => expect(safeName(words)).toBe(name));

test('a name is not too long, and no character is cut in half', () => {
  expect([...safeName('👵'.repeat(500))]).toHaveLength(120);
});
