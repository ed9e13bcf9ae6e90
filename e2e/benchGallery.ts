/**
 * What galleries of different sizes cost in a running suite: the visit to a device that knows the account, and
 * scrolling through all of it. Run: npm run bench:gallery [-- --photos 10,100]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, chromium, type Page } from '@playwright/test';
import { logIn, newAccount } from './browser/page/account';
import { photoCards } from './browser/page/selectors';
import { auth, db } from './src/admin';
import { plantPhoto } from './src/plantedPhotos';
import { suiteUrls } from './src/suiteUrls';

const { values } = parseArgs({ options: { photos: { type: 'string', default: '10,100,1000,10000' } } });
const SIZES = values.photos.split(',').map(Number);
const SLOW_FRAME_MS = 32;
/** What none of the galleries should pass. Scrolling through reads each document once. */
const GOALS: Record<string, string> = {
  'first card ms': '970',
  'documents, visit': '24',
  'documents, all': 'photos',
  'heap MB': '49',
};
/** One turn of a mouse wheel. */
const WHEEL_PX = 400;
/** Most documents in one batch. */
const BATCH = 500;

/** Plants one photo, and the rest as copies of its document that share its files. */
async function plantMany(uid: string, count: number): Promise<void> {
  const id = await plantPhoto({ uid, shown: true, createdAt: new Date(2020, 0, 1) });
  const photo = (await db.doc(`photos/${id}`).get()).data();
  for (let done = 1; done < count; done += BATCH) {
    const batch = db.batch();
    for (let index = done; index < Math.min(count, done + BATCH); index++) {
      const copy = randomUUID();
      batch.create(db.doc(`photos/${copy}`), { ...photo, id: copy, created_at: new Date(2020, 0, 1, 0, index) });
    }
    await batch.commit();
  }
}

declare global {
  interface Window {
    /** Counted in the page: what Firestore sent, the first card's moment, and frames while scrolling, in ms. */
    seen: { documents: number; characters: number; firstCard?: number; slowFrames: number; longestFrame: number };
    look(now: number): void;
  }
}

/** Runs in the page, where the names that tsx gives to inner functions do not exist: all of them are nameless. */
function count(): void {
  window.seen = { documents: 0, characters: 0, slowFrames: 0, longestFrame: 0 };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, ...body) {
    let read = 0;
    this.addEventListener('progress', () => {
      const text = this.responseText.slice(read);
      read += text.length;
      window.seen.characters += text.length;
      window.seen.documents += text.split('"documentChange"').length - 1;
    });
    send.apply(this, body);
  };
  const { fetch } = window;
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    if (!response.body || !/Listen\/channel/.test(response.url)) return response;
    const [counted, used] = response.body.tee();
    void (async () => {
      for (const [reader, decoder] = [counted.getReader(), new TextDecoder()]; ; ) {
        const { done, value } = await reader.read();
        if (done) return;
        const text = decoder.decode(value, { stream: true });
        window.seen.characters += text.length;
        window.seen.documents += text.split('"documentChange"').length - 1;
      }
    })();
    return new Response(used, response);
  };
  new MutationObserver(() => {
    if (document.querySelector('[data-photo]')) window.seen.firstCard ??= performance.now();
  }).observe(document, { subtree: true, childList: true });
}

/** Scrolls to the end, as a wheel does, and asks for more photos wherever there are more. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now();
    window.look = (now) => {
      window.seen.longestFrame = Math.max(window.seen.longestFrame, now - last);
      if (now - last > 32) window.seen.slowFrames += 1;
      last = now;
      requestAnimationFrame(window.look);
    };
    requestAnimationFrame(window.look);
  });
  const more = page.getByRole('button', { name: 'Show More Photos' });
  await page.mouse.move(640, 400);
  for (;;) {
    const isEnd = await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
    if (!isEnd) await page.mouse.wheel(0, WHEEL_PX);
    else if (await more.isVisible()) {
      await more.click();
      await page.waitForFunction(() => scrollY + innerHeight < document.documentElement.scrollHeight - 1);
    } else return;
  }
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
}

async function measure(browser: Browser, photos: number): Promise<Record<string, number>> {
  const account = newAccount();
  const { uid } = await auth.createUser(account);
  await plantMany(uid, photos);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(suiteUrls.app);
  await logIn(page, account);
  await page.waitForFunction(() => localStorage.getItem('heirlight.lastSeen')?.includes('"total"'));

  await page.addInitScript(count);
  await page.reload();
  await page.waitForFunction(() => window.seen.documents > 0);
  await photoCards(page).first().waitFor();
  const visit = await page.evaluate(() => window.seen);
  await scrollThrough(page);
  const all = await page.evaluate(() => window.seen);
  const heap = await heapMb(page);
  await context.close();
  return {
    photos,
    'first card ms': visit.firstCard ?? Number.NaN,
    'documents, visit': visit.documents,
    'kB, visit': visit.characters / 1000,
    'documents, all': all.documents,
    'kB, all': all.characters / 1000,
    'heap MB': heap,
    [`frames > ${SLOW_FRAME_MS} ms`]: all.slowFrames,
    'longest ms': all.longestFrame,
  };
}

const browser = await chromium.launch(await chromiumLaunch());
try {
  const rows: Record<string, number>[] = [];
  for (const photos of SIZES) rows.push(await measure(browser, photos));
  for (const name of Object.keys(rows[0] ?? {})) {
    const cells = rows.map((row) => (row[name] ?? Number.NaN).toFixed(0));
    const goal = name === 'photos' ? 'goal' : (GOALS[name] ?? '');
    console.log(`${name.padEnd(20)}${[...cells, goal].map((cell) => cell.padStart(9)).join('')}`.trimEnd());
  }
} finally {
  await browser.close();
}
