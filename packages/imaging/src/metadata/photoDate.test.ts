import { describe, expect, test } from '@jest/globals';
import { exifDate, readPhotoDate, sortableDate } from './photoDate';

describe('readPhotoDate', () => {
  test.each([
    ['1943', '1943'],
    ['1943-06', '1943-06'],
    ['1943-06-12', '1943-06-12'],
    ['1943:06:12 14:05:09', '1943-06-12T14:05:09'],
    ['1943-06-12T14:05', '1943-06-12T14:05:00'],
    ['12.6.1943', '1943-06-12'],
    ['12 June 1943', '1943-06-12'],
    ['the 1st', null],
    ['1st of June 1943', '1943-06-01'],
    ['June 12, 1943', '1943-06-12'],
    ['Sept. 1943', '1943-09'],
  ])('%s', (text, created) => {
    expect(readPhotoDate(text)).toEqual({ created, words: created === null ? text : null });
  });

  test.each([
    ['about 1943', '1943'],
    ['spring of 1943', '1943'],
    ['6/12/1943', '1943'],
    ['30 February 1943', '1943'],
    ['in the 1940s', null],
    ['1940-43', null],
    ['1940/41', null],
    ['between 1940 and 1943', null],
    ['before 1943', null],
    ['when Mary was seven', null],
    ['12345', null],
  ])('%s keeps its words', (text, created) => {
    expect(readPhotoDate(text)).toEqual({ created, words: text });
  });

  test('nothing is no date', () => {
    expect(readPhotoDate('  ')).toBeNull();
  });
});

test('EXIF takes exact dates only; a day without a time is noon, whatever the time zone', () => {
  const exif = (text: string) => exifDate(readPhotoDate(text) ?? { created: null, words: null });
  expect(exif('12 June 1943')).toBe('1943:06:12 12:00:00');
  expect(exif('1943-06-12T14:05')).toBe('1943:06:12 14:05:00');
  expect([exif('1943'), exif('June 1943'), exif('about 1943'), exif('in the 1940s')]).toEqual([null, null, null, null]);
});

test.each([
  ['1943', '1943'],
  ['June 1943', '1943-06'],
  ['12 June 1943', '1943-06-12'],
  ['1943:06:12 14:05:09', '1943-06-12T14:05:09'],
  ['about 1943', '1943'],
  ['in the 1940s', '1940'],
  ['1940-43', '1940'],
  ['between 1940 and 1943', '1940'],
  ['before 1950', '1950'],
  ['6/12/1943', '1943'],
  ['12 or 13 May 1943, or 1944', '1943'],
  ['when Mary was seven', null],
  ['19431, 9999 and 194', null],
])('%s is sorted as %s', (text, sorted) => {
  const date = readPhotoDate(text);
  expect(date && sortableDate(date)).toBe(sorted);
});

test('sorted as text, what is less exact comes before the days that it may be', () => {
  const texts = ['in the 1950s', '12 June 1943', '1943', 'June 1943', '1899'];
  const sorted = texts.map((text) => sortableDate(readPhotoDate(text) ?? { created: null, words: null })).sort();
  expect(sorted).toEqual(['1899', '1943', '1943-06', '1943-06-12', '1950']);
});
