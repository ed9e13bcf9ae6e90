/**
 * Cuts the fonts to what the page writes: Latin letters, digits and common signs, and the weights of its design.
 * Run `npm run fonts -w web` after a font's package or `fontCuts.json` changed; a test notices files that are behind.
 * Other letters (a name with an umlaut) come from the whole file, which a browser downloads when it meets one.
 */
import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const folder = new URL('../src/theme/fonts/', import.meta.url);
const table = new URL('fontCuts.json', folder);
const { resolve } = createRequire(import.meta.url);
/** Kerning, ligatures, placing of marks, and figures of one width for counts. The rest is for typographers. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

const cuts = JSON.parse(await readFile(table, 'utf8'));
const ascii = Array.from({ length: 95 }, (_, index) => 0x20 + index);
const letters = String.fromCodePoint(...ascii, ...cuts.signs.map((hex) => Number.parseInt(hex, 16)));
for (const [name, cut] of Object.entries(cuts.fonts)) {
  const whole = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  const variationAxes = { wght: cut.wght };
  const bytes = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    variationAxes,
    // Hinting stays: without it, browsers that round widths to pixels space the letters unevenly.
    keepFeatures: FEATURES,
  });
  await writeFile(new URL(`${name}.woff2`, folder), bytes);
  await copyFile(resolve(`@fontsource-variable/${name}/LICENSE`), new URL(`${name}-LICENSE.txt`, folder));
  cut.sha256 = createHash('sha256').update(whole).digest('hex');
  console.log(`${name}: ${whole.length} bytes cut to ${bytes.length}`);
}
await writeFile(table, `${JSON.stringify(cuts, null, 2)}\n`);
