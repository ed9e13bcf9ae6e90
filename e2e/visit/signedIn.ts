import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { logIn, newAccount } from '../browser/page/account';
import { auth } from '../src/admin';
import { plantPhoto } from '../src/plantedPhotos';
import { suiteUrls } from '../src/suiteUrls';
import { slowPhone } from './slowPhone';

const PHOTOS = 6;
/** Where the page keeps what it last saw (web/src/domain/account/lastSeen.ts). */
const LAST_SEEN = 'heirlight.lastSeen';

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

declare global {
  interface Window {
    /** Moments in ms of the page's clock. */
    gallery: { card?: number; picture?: number; shift: number };
  }
}

/** Notes the first card and its picture. Runs in the page, where inner functions must be nameless (signedOut.ts). */
function noteGallery(): void {
  window.gallery = { shift: 0 };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput) window.gallery.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    if (document.querySelector('[data-photo]')) window.gallery.card ??= performance.now();
  }).observe(document, { subtree: true, childList: true });
  document.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || !target.closest('[data-photo]')) return;
      // After the frame that shows it.
      requestAnimationFrame(() =>
        setTimeout(() => {
          window.gallery.picture ??= performance.now();
        }),
      );
    },
    true,
  );
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Makes an account with photos. Returns what a browser keeps of it that has shown them, and one that has forgotten. */
async function makeAccount(browser: Browser): Promise<{ known: State; unknown: State }> {
  const account = newAccount();
  const { uid } = await auth.createUser(account);
  for (let index = 0; index < PHOTOS; index++)
    await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 1, 1 + index) });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(suiteUrls.app);
  await logIn(page, account);
  await page.waitForFunction(
    ([key, total]) => localStorage.getItem(String(key))?.includes(`"total":${total}`),
    [LAST_SEEN, PHOTOS],
  );
  const known = await context.storageState({ indexedDB: true });
  await context.close();
  const unknown = structuredClone(known);
  for (const origin of unknown.origins)
    origin.localStorage = origin.localStorage.filter(({ name }) => name !== LAST_SEEN);
  return { known, unknown };
}

/** Waits until the page has its pictures and has heard from the services. Returns what was noted. */
async function noted(page: Page): Promise<Window['gallery']> {
  await page.waitForFunction(() => window.gallery.picture !== undefined);
  await page.getByRole('button', { name: /\d+ Restores? Available/ }).waitFor();
  return page.evaluate(() => window.gallery);
}

/** Where the live listener is asked for: all code of a visit has come by then. Its answer never ends. */
const LISTENER = /\/Listen\/channel/;

/** Waits until the pictures in the window are whole, so that the browser has kept them. */
async function picturesKept(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll<HTMLImageElement>('[data-photo] img'))
      .filter((picture) => picture.getBoundingClientRect().top < innerHeight)
      .every(({ complete }) => complete),
  );
}

let made: ReturnType<typeof makeAccount> | undefined;

/** Visits of somebody with photos, on a slow phone; ms except for the shifts. */
export async function visitSignedIn(browser: Browser): Promise<Record<string, number>> {
  made ??= makeAccount(browser);
  const { known, unknown } = await made;
  const figures: Record<string, number> = {};
  const note = (visit: string, { card = Number.NaN, picture = Number.NaN, shift }: Window['gallery']) =>
    Object.assign(figures, {
      [`${visit}: first card`]: card,
      [`${visit}: first picture`]: picture,
      [`${visit}: layout shift`]: shift,
    });
  for (const [visit, storageState] of [
    ['account not known', unknown],
    ['account known', known],
  ] as const) {
    const phone = await slowPhone(browser, { storageState });
    await phone.page.addInitScript(noteGallery);
    const listening = phone.page.waitForRequest(LISTENER);
    await phone.page.goto(suiteUrls.app);
    note(visit, await noted(phone.page));
    await listening;
    if (visit === 'account known') {
      await picturesKept(phone.page);
      await phone.page.goto(suiteUrls.app);
      note('second visit', await noted(phone.page));
    }
    await phone.close();
  }
  return figures;
}
