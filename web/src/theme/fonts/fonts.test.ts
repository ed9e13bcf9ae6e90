import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { weight } from '../tokens';
import { fonts } from './fontCuts.json';

/** By the way of the licence, because unit tests resolve every font to a stub. */
const installed = (name: string) =>
  readFileSync(
    join(dirname(require.resolve(`@fontsource-variable/${name}/LICENSE`)), `files/${name}-latin-wght-normal.woff2`),
  );

test.each(Object.keys(fonts) as (keyof typeof fonts)[])(
  '%s was cut from the font that is installed (npm run fonts -w web)',
  (name) => {
    expect(createHash('sha256').update(installed(name)).digest('hex')).toBe(fonts[name].sha256);
  },
);

test('the cut fonts hold the weights of the design', () => {
  expect(fonts.fraunces.wght).toBe(weight.headline);
  expect(fonts.figtree.wght).toEqual({ min: weight.text, max: weight.strong });
});
