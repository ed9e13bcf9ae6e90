import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { signs } from '../theme/fonts/fontCuts.json';

const SOURCES = join(__dirname, '..');
const hexOf = (letter: string) => letter.codePointAt(0)!.toString(16).toUpperCase();
/** In the window's title only, which the system draws. */
const TITLE = '✓';

test('the cut fonts hold every letter that the page writes by itself; pictograms come from the system', () => {
  const files = readdirSync(SOURCES, { encoding: 'utf8', recursive: true }).filter((path) => /[cC]opy\.ts$/.test(path));
  expect(files.map((path) => path.split('/')[0])).toEqual(expect.arrayContaining(['copy', 'ui', 'domain', 'features']));
  const written = files.flatMap((path) => Array.from(readFileSync(join(SOURCES, path), 'utf8')));
  const missing = written.filter(
    (letter) =>
      !((letter >= ' ' && letter <= '~') || letter === '\n' || letter === TITLE) &&
      !/\p{Emoji_Presentation}/u.test(letter) &&
      !signs.includes(hexOf(letter)),
  );
  expect([...new Set(missing)]).toEqual([]);
});
