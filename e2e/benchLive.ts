/**
 * How long a change in the database takes to the changed card on the screen of a running suite: by the live listener,
 * and by the polling schedule where the listener does not deliver. Run: npm run bench:live [-- --changes 20]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, chromium } from '@playwright/test';
import { logIn, newAccount } from './browser/page/account';
import { auth, db } from './src/admin';
import { plantPhoto } from './src/plantedPhotos';
import { suiteUrls } from './src/suiteUrls';

const { values } = parseArgs({ options: { changes: { type: 'string', default: '20' } } });
/** All of them are on the first page of photos, with the one that is never ended. */
const CHANGES = Math.min(Number(values.changes), 22);
const LISTENER = /Firestore\/Listen\/channel/;
const GOAL = 10;

interface Way {
  /** Whether the live listener may deliver. */
  isLive: boolean;
  /** Most time between two changes, s. Polling goes on for three minutes, with pauses of up to ten seconds. */
  pauseS: number;
}
const WAYS: Record<string, Way> = {
  'live listener': { isLive: true, pauseS: 1.5 },
  polling: { isLive: false, pauseS: Math.min(14, 280 / CHANGES) },
};

declare global {
  interface Window {
    /** When the card of each photo first showed it restored, ms since 1970. */
    changed: Record<string, number>;
  }
}

/** Runs in the page, where the names that tsx gives to inner functions do not exist: all of them are nameless. */
function noteChanges(): void {
  window.changed = {};
  new MutationObserver(() => {
    for (const card of document.querySelectorAll<HTMLElement>('[data-photo]')) {
      const id = card.dataset.photo ?? '';
      if (id in window.changed || !card.querySelector('[role=slider]')) continue;
      // After the frame that shows it.
      window.changed[id] = Number.NaN;
      requestAnimationFrame(() =>
        setTimeout(() => {
          window.changed[id] = performance.timeOrigin + performance.now();
        }),
      );
    }
  }).observe(document, { subtree: true, childList: true });
}

/** Ends one photo after the other. Returns the time from each change to its card, ms. */
async function delays(browser: Browser, { isLive, pauseS }: Way): Promise<number[]> {
  const account = newAccount();
  const { uid } = await auth.createUser(account);
  const photos: string[] = [];
  for (let index = 0; index <= CHANGES; index++)
    photos.push(await plantPhoto({ uid, status: 'processing', createdAt: new Date(Date.now() - index * 1_000) }));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(noteChanges);
  if (!isLive) await page.route(LISTENER, (route) => route.abort());
  await page.goto(suiteUrls.app);
  await logIn(page, account);
  // As long as one is processing, polling goes on.
  const [, ...ending] = photos;
  await page.waitForFunction((id) => document.querySelector(`[data-photo="${id}"]`), ending.at(-1));
  const changes: { id: string; at: number }[] = [];
  for (const id of ending) {
    await sleep(Math.random() * pauseS * 1_000);
    const photo = db.doc(`photos/${id}`);
    const restored_url = (await photo.get()).get('original_url');
    const { writeTime } = await photo.update({ status: 'succeeded', restored_url, completed_at: new Date() });
    changes.push({ id, at: writeTime.toMillis() });
  }
  await page.waitForFunction((ids) => ids.every((id) => (window.changed[id] ?? 0) > 0), ending);
  const changed = await page.evaluate(() => window.changed);
  await context.close();
  return changes.map(({ id, at }) => (changed[id] ?? Number.NaN) - at);
}

/** The smallest value that this share of them does not pass. */
const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

const browser = await chromium.launch(await chromiumLaunch());
try {
  const rows: Record<string, number[]> = {};
  for (const [name, way] of Object.entries(WAYS)) rows[name] = await delays(browser, way);
  const figures = { median: 0.5, p95: 0.95 };
  const cell = (value: number) => value.toFixed(0).padStart(10);
  console.log(`From a change in the database to the changed card: ${CHANGES} changes at random moments. Milliseconds.`);
  console.log(
    `${''.padEnd(16)}${Object.keys(figures)
      .map((name) => name.padStart(10))
      .join('')}`,
  );
  for (const [name, times] of Object.entries(rows))
    console.log(
      `${name.padEnd(16)}${Object.values(figures)
        .map((share) => cell(quantile(times, share)))
        .join('')}`,
    );
  const [live = [], polled = []] = Object.values(rows);
  const times = Object.values(figures).map((share) => quantile(polled, share) / quantile(live, share));
  console.log(`${'times faster'.padEnd(16)}${times.map(cell).join('')}   goal ${GOAL}`);
} finally {
  await browser.close();
}
