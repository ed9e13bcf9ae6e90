import { describe, expect, test } from '@jest/globals';
import { MAX_NAME_LENGTH } from './limits';
import { nameOfFile, searchWordsOf, tidyText, wordsOf } from './photoText';

describe('the name that a photo gets from its file', () => {
  test.each([
    ['Grandma at the lake.JPG', 'Grandma at the lake'],
    ['Café & Söhne (2).png', 'Café & Söhne (2)'],
    ['about 1943. Rosa', 'about 1943. Rosa'],
    ['  two\t spaces .jpeg', 'two spaces'],
    ['a\u202egnp.jpg', 'a gnp'],
    ['.jpg', null],
    ['', null],
  ])('%j is called %j', (file, name) => {
    expect(nameOfFile(file)).toBe(name);
  });

  test('is cut, but never in the middle of a character', () => {
    expect(nameOfFile(`${'x'.repeat(500)}.jpg`)).toBe('x'.repeat(MAX_NAME_LENGTH));
    expect(nameOfFile(`${'x'.repeat(MAX_NAME_LENGTH - 1)}😀.jpg`)).toBe('x'.repeat(MAX_NAME_LENGTH - 1));
  });
});

test('a caption keeps its lines, and both spellings of an accent are stored as one', () => {
  expect(tidyText(' Rosa \r\n and  Emil\u0000\n\n', { longest: 100, lines: true })).toBe('Rosa\nand Emil');
  expect(tidyText('Cafe\u0301', { longest: 100 })).toBe('Café');
  expect(tidyText(' \n ', { longest: 100, lines: true })).toBeNull();
});

describe('what a photo is found by', () => {
  test('words without case and accents; digits are words of their own', () => {
    expect(wordsOf('Söhne, IMG_4711 — Œuvre ÉTÉ2')).toEqual(['sohne', 'img', '4711', 'oeuvre', 'ete', '2']);
  });

  test.each([
    ['Großmutter', 'grossmutter'],
    ['GROẞVATER', 'GROSSVATER'],
    ['Łódź', 'lodz'],
    ['Smørrebrød', 'SMORREBROD'],
    ['Ætheling', 'aetheling'],
    ['Đorđe', 'dorde'],
    ['Þóra', 'THORA'],
    ['ﬁfth', 'fifth'],
    ['İzmir', 'izmir'],
    ['ışık', 'ISIK'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσεύς'],
    ['Ёлка', 'елка'],
    ['ＡＢＣ', 'abc'],
  ])('%s and %s are one word', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other));
    expect(wordsOf(one)).toHaveLength(1);
  });

  test('each word and its beginnings of two letters or more', () => {
    expect(searchWordsOf(['Rosa', null, 'about 1943', 'ab 5'])).toEqual(
      expect.arrayContaining(['rosa', 'ro', 'ros', 'about', '1943', '19', '194', 'ab', '5']),
    );
    expect(searchWordsOf(['Rosa rosa'])).toHaveLength(3);
    expect(searchWordsOf([''])).toEqual([]);
  });

  test('a long caption makes a bounded number of entries', () => {
    const caption = Array.from({ length: 300 }, (_, index) => `word${String.fromCharCode(97 + (index % 26))}${index}`);
    expect(searchWordsOf([caption.join(' ')]).length).toBeLessThanOrEqual(400);
  });
});
