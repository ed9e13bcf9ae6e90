import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { signs } from '../theme/fonts/fontCuts.json';

const LIB = join(__dirname, '../lib');
const hexOf = (letter: string) => letter.codePointAt(0)!.toString(16).toUpperCase();
/** In the window's title only, which the system draws. */
const TITLE = '✓';

test('the cut fonts hold every letter that the page writes by itself; pictograms come from the system', () => {
  const files = readdirSync(LIB).filter((name) => name.toLowerCase().endsWith('copy.ts'));
  expect(files.length).toBeGreaterThan(5);
  const written = files.flatMap((name) => Array.from(readFileSync(join(LIB, name), 'utf8')));
  const missing = written.filter(
    (letter) =>
      !((letter >= ' ' && letter <= '~') || letter === '\n' || letter === TITLE) &&
      !/\p{Emoji_Presentation}/u.test(letter) &&
      !signs.includes(hexOf(letter)),
  );
  expect([...new Set(missing)]).toEqual([]);
});
