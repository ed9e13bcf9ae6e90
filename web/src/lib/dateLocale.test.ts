import { expect, test } from '@jest/globals';
import { dateLocale } from './dateLocale';

const DAY = new Date(2026, 10, 21, 14, 5);
const written = (language: string) =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeStyle: 'short' }).format(DAY);

test.each([
  ['en-US', /^November 21, 2026 at 2:05\sPM$/],
  ['en-GB', /^21 November 2026 at 14:05$/],
  ['de-DE', /^21 November 2026 at 14:05$/],
  ['de', /^21 November 2026 at 14:05$/],
  ['fr-CA', /^November 21, 2026 at 2:05\sp\.?m\.?$/i],
  ['ja', /^November 21, 2026 at 14:05$/],
  ['no such language', /^November 21, 2026 at 2:05\sPM$/],
])('%s: English words, the order and the clock of the region', (language, expected) => {
  expect(written(language)).toMatch(expected);
});
