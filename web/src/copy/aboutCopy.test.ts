import { MAX_FACES, RATE_LIMITS } from '@heirlight/contract/limits';
import { OPERATOR } from '@heirlight/contract/operator';
import { PACKS } from '@heirlight/contract/packs';
import { expect, test } from '@jest/globals';
import { aboutCopy } from './aboutCopy';

const pages = ['questions', 'privacy', 'terms'] as const;
const saidBy = (page: (typeof pages)[number], operator = OPERATOR) => aboutCopy[page].parts(operator);
const textOf = (page: (typeof pages)[number], operator = OPERATOR) =>
  saidBy(page, operator)
    .flatMap(({ title, text }) => [title, ...text])
    .join('\n');

test('each question is answered', () => {
  expect(saidBy('questions').map(({ title, text }) => [title, text.join(' ')])).toEqual([
    ['Who sees my photo?', expect.stringMatching(/only you.*link.*Replicate.*Google.*can open stored files/)],
    ['How long is it kept?', expect.stringMatching(/Until you delete it.*an hour after.*read on 25 November 2026/)],
    ['Is my photo used to train AI?', expect.stringMatching(/Not by us.*25 November 2026.*no promise about training/)],
    ['What does the AI change?', expect.stringMatching(/may differ.*PureFace changes only faces.*estimate/)],
    [
      'Are the faces kept?',
      expect.stringMatching(/draw it back.*missing or new.*Small changes can pass.*cannot be compared/),
    ],
    ['What if it fails?', expect.stringMatching(/free.*comes back/)],
    ['What does it cost?', expect.stringMatching(/first photo is free.*no subscription/)],
    ['Can I have my money back?', expect.stringMatching(/14.*not used/)],
    ['How do I delete everything?', expect.stringMatching(/cannot be undone.*What stays.*two years.*Stripe/)],
  ]);
});

test('numbers are those of the product', () => {
  for (const { photos, price } of PACKS) expect(textOf('terms')).toContain(`${photos} for $${price}`);
  expect(textOf('questions')).toContain(`up to ${MAX_FACES} faces`);
  expect(textOf('terms')).toContain(`After ${RATE_LIMITS.freeTriesPerUser.limit} such free returns in one day`);
});

test('how to withdraw is said where one can, and for how long', () => {
  expect(textOf('terms')).toContain(`Write to ${OPERATOR.email}, and say which purchase it is.`);
  const with30 = textOf('terms', { ...OPERATOR, withdrawalDays: 30 });
  expect(with30).toContain('For 30 days after you bought a pack');
  expect(with30).not.toContain('in the EU');
});

test('privacy says what is kept, why, how long and which rights one has; terms how it ends', () => {
  const titles = (page: (typeof pages)[number]) => saidBy(page).map(({ title }) => title);
  expect(titles('privacy')).toEqual([
    ...['What we keep about you', 'Why we may', 'What your device keeps', 'How long', 'Your rights', 'How to delete'],
  ]);
  expect(titles('terms')).toEqual([
    ...['What you get', 'What it costs', 'If a restore fails', 'Changing your mind', 'Your photos stay yours'],
    ...['How it ends', 'If something goes wrong'],
  ]);
});

/** Groups of vowels, without a silent e at the end. */
const syllables = (word: string) =>
  Math.max(
    1,
    word
      .toLowerCase()
      .replace(/e$/, '')
      .match(/[aeiouy]+/g)?.length ?? 1,
  );

test.each(pages)('%s can be read at the age of 12: Flesch and Kincaid’s grade is below 7', (page) => {
  const text = textOf(page);
  const sentences = text.split(/[.?:!]\s|\n/).filter((one) => one.trim() !== '');
  const words = text.match(/[A-Za-z']+/g) ?? [];
  const sounds = words.reduce((sum, word) => sum + syllables(word), 0);
  const grade = (0.39 * words.length) / sentences.length + (11.8 * sounds) / words.length - 15.59;
  expect(grade).toBeLessThan(7);
  for (const sentence of sentences) expect(sentence.split(' ').length).toBeLessThanOrEqual(35);
});
