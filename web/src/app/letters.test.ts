import { expect, test } from '@jest/globals';
import { copy } from '../lib/copy';
import { signs } from '../theme/fonts/fontCuts.json';

const hexOf = (letter: string) => letter.codePointAt(0)!.toString(16).toUpperCase();

test('the cut fonts hold every letter that the page writes by itself; pictograms come from the system', () => {
  const written = Array.from(JSON.stringify(copy)).filter((letter) => !/\p{Emoji_Presentation}/u.test(letter));
  const missing = written.filter((letter) => !(letter >= ' ' && letter <= '~') && !signs.includes(hexOf(letter)));
  expect([...new Set(missing)]).toEqual([]);
});
