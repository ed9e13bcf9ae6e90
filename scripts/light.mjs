/**
 * `npm run light`: what a visit cost before the page slept and the gallery came in parts, and what it costs now, as
 * docs/measurements.md has it. Run `npm run measure -- size lighthouse visits light` for new figures.
 */
import { readFileSync } from 'node:fs';

/** Measured on 2026-11-23 at 48b0aed, on the same kind of machine. */
const BEFORE = 'commit 48b0aed of 2026-11-23';
const [SIZES, LIGHTHOUSE, VISITS] = [
  'Bundle sizes of the page',
  'Landing page in Lighthouse',
  'Visits on a slow phone',
];

/** What is measured, before, the goal, and where the section has it now: the first number after these words. */
const ROWS = [
  ['signed out: script at once, kB', 141, '3', SIZES, 'script before the first wish'],
  ['… fetched ahead when idle, not run, kB', 233, '', SIZES, 'script fetched ahead, once idle'],
  ['Lighthouse, performance', 96, '100', LIGHTHOUSE, 'Performance'],
  ['… largest contentful paint, s', 2.7, '1.3', LIGHTHOUSE, 'LCP s'],
  ['… blocked, ms', 74, '50', LIGHTHOUSE, 'TBT ms'],
  ['slow phone: press to the dialog, ms', '', '500', VISITS, 'press to the dialog, idle had come'],
  ['… when idle had not come', '', '1000', VISITS, 'press to the dialog, idle had not come'],
  ['signed in: script to the first picture, kB', 449, '196', SIZES, 'script up to the first picture'],
  ['… account not known to the device', 493, '230', SIZES, '… where the account is not known'],
  ['slow phone: first card, ms', 5900, '2500', VISITS, 'account not known: first card'],
  ['… first picture, ms', 7200, '3500', VISITS, 'account not known: first picture'],
  ['… first card, account known, ms', '', '2500', VISITS, 'account known: first card'],
  ['… first picture, account known, ms', '', '3500', VISITS, 'account known: first picture'],
  ['… second visit: first card, ms', '', '1000', VISITS, 'second visit: first card'],
  ['… second visit: first picture, ms', '', '1500', VISITS, 'second visit: first picture'],
  ['reloading signed in: layout shift', 0.61, '0.02', VISITS, 'second visit: layout shift'],
];

const page = readFileSync(new URL('../docs/measurements.md', import.meta.url), 'utf8');
const sections = page.split(/^(?=## )/m);

/** The first number after these words in a section; nothing if it has none. */
function now(title, words) {
  const lines = sections.find((section) => section.startsWith(`## ${title}\n`))?.split('\n') ?? [];
  const line = lines.find((one) => one.trim().startsWith(words));
  return line ? (/[\d.]+/.exec(line.trim().slice(words.length))?.[0] ?? '') : '';
}

const cells = (...values) => values.map((value) => String(value).padStart(9)).join('');
console.log(`Before: ${BEFORE}. Now: the sections "${[SIZES, LIGHTHOUSE, VISITS].join('", "')}" of this page.\n`);
console.log(`${''.padEnd(44)}${cells('before', 'now', 'goal')}`);
for (const [what, before, goal, title, words] of ROWS)
  console.log(`${what.padEnd(44)}${cells(before, now(title, words), goal)}`.trimEnd());
