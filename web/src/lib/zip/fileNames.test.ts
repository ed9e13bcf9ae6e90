import { expect, test } from '@jest/globals';
import { createNames, safeName } from './fileNames';

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

test('no two files have one name, also where a disk does not tell capitals', () => {
  const name = createNames();
  const file = { folder: 'Restored', extension: 'png' };
  expect(['Ada', 'Ada', 'ADA', 'Ada (2)'].map((stem) => name({ ...file, stem }))).toEqual([
    'Restored/Ada.png',
    'Restored/Ada (2).png',
    'Restored/ADA (3).png',
    'Restored/Ada (2) (2).png',
  ]);
  expect(name({ stem: 'Ada', extension: 'jpg' })).toBe('Ada.jpg');
});
