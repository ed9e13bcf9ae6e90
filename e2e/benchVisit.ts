/**
 * How long visits take on a slow phone, in a running suite: medians of visits with an empty cache.
 * Run: npm run bench:visit [-- --visits 5 --only 'signed in']
 */
import { parseArgs } from 'node:util';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, chromium } from '@playwright/test';
import { visitLater } from './visit/later';
import { visitSignedIn, visitWithAppCheck } from './visit/signedIn';
import { visitSignedOut } from './visit/signedOut';
import { SLOW_PHONE } from './visit/slowPhone';
import { walk } from './visit/walk';

const { values: options } = parseArgs({
  options: { visits: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
});
const VISITS = Number(options.visits);
/** What the same figure should not pass; ms except for the shift. */
const GOALS: Record<string, number> = {
  'largest contentful paint': 1_300,
  'layout shift': 0.01,
  'press to the dialog, idle had come': 500,
  'press to the dialog, idle had not come': 1_000,
  'account not known: first card': 2_200,
  'account not known: first picture': 2_700,
  'account not known: layout shift': 0.02,
  'account known: first card': 2_200,
  'account known: first picture': 2_700,
  'account known: layout shift': 0.02,
  'second visit: first card': 1_000,
  'second visit: first picture': 1_500,
  'second visit: layout shift': 0.02,
  'token kept, account not known: first card': 2_200,
  'token kept, account not known: first picture': 2_700,
  'token kept, account not known: layout shift': 0.02,
  'no token, account not known: layout shift': 0.02,
  'no token, account known: first card': 2_200,
  'no token, account known: first picture': 2_700,
  'no token, account known: layout shift': 0.02,
};
/** Of every press until the next paint, in ms. https://web.dev/articles/inp calls this good. */
const PRESS_GOAL = 200;
const WALK = 'A walk, press to next paint';
const SECTIONS: Record<string, (browser: Browser) => Promise<Record<string, number>>> = {
  'Signed out': visitSignedOut,
  'Signed in': visitSignedIn,
  'Signed in, App Check on': visitWithAppCheck,
  'Signed in, another day': visitLater,
  [WALK]: walk,
};

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const cell = (value: number | undefined) =>
  (value === undefined ? '' : value < 1 ? value.toFixed(3) : value.toFixed(0)).padStart(8);

const browser = await chromium.launch(await chromiumLaunch());
console.log(`Medians of ${VISITS} visits: ${SLOW_PHONE}, empty cache. Milliseconds.`);
try {
  for (const [title, visit] of Object.entries(SECTIONS)) {
    if (!title.toLowerCase().startsWith(options.only.toLowerCase())) continue;
    const figures = new Map<string, number[]>();
    for (let count = 0; count < VISITS; count++) {
      for (const [name, value] of Object.entries(await visit(browser)))
        figures.set(name, [...(figures.get(name) ?? []), value]);
    }
    console.log(`\n${title.padEnd(46)}${['median', 'most', 'goal'].map((word) => word.padStart(8)).join('')}`);
    for (const [name, values] of figures)
      console.log(
        `${name.padEnd(46)}${cell(median(values))}${cell(Math.max(...values))}${cell(title === WALK ? PRESS_GOAL : GOALS[name])}`,
      );
  }
} finally {
  await browser.close();
}
console.log(
  '\nScripts before the first press: npm run budget. Peers load theirs at once: roomGPT 87.4 kB, restorePhotos 93.3 kB.',
);
