import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { logIn, newAccount } from '../browser/page/account';
import { auth } from '../src/admin';
import { APP_CHECK_DATABASE, type AppCheck, startAppCheck } from '../src/appCheck';
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
export function noteGallery(): void {
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

/** Makes an account with photos, logs in to it, and waits until the page has kept what it shows. */
export async function logInWithPhotos(page: Page): Promise<void> {
  const account = newAccount();
  const { uid } = await auth.createUser(account);
  for (let index = 0; index < PHOTOS; index++)
    await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 1, 1 + index) });
  await page.goto(suiteUrls.app);
  await logIn(page, account);
  await page.waitForFunction(
    ([key, total]) => localStorage.getItem(String(key))?.includes(`"total":${total}`),
    [LAST_SEEN, PHOTOS],
  );
}

/** Makes an account with photos. Returns what a browser keeps of it that has shown them, and one that has forgotten. */
export async function makeAccount(browser: Browser, appCheck?: AppCheck): Promise<{ known: State; unknown: State }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await appCheck?.protect(page);
  await logInWithPhotos(page);
  const known = await context.storageState({ indexedDB: true });
  await context.close();
  const unknown = structuredClone(known);
  for (const origin of unknown.origins)
    origin.localStorage = origin.localStorage.filter(({ name }) => name !== LAST_SEEN);
  return { known, unknown };
}

/** Waits until the page has its pictures and has heard from the services. Returns what was noted. */
export async function noted(page: Page): Promise<Window['gallery']> {
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

export type Made = Awaited<ReturnType<typeof makeAccount>>;

export const figuresOf = (visit: string, { card = Number.NaN, picture = Number.NaN, shift }: Window['gallery']) => ({
  [`${visit}: first card`]: card,
  [`${visit}: first picture`]: picture,
  [`${visit}: layout shift`]: shift,
});

/** Opens the page with what a browser has kept, and waits for the listener. Returns the phone, and what was noted. */
export async function visit(browser: Browser, storageState: State, appCheck?: AppCheck) {
  const phone = await slowPhone(browser, { storageState });
  await phone.page.addInitScript(noteGallery);
  await appCheck?.protect(phone.page, phone.session);
  const listening = phone.page.waitForRequest(LISTENER);
  await phone.page.goto(suiteUrls.app);
  const gallery = await noted(phone.page);
  await listening;
  return { phone, gallery };
}

let made: Promise<Made> | undefined;

/** Visits of somebody with photos, on a slow phone; ms except for the shifts. */
export async function visitSignedIn(browser: Browser): Promise<Record<string, number>> {
  made ??= makeAccount(browser);
  const { known, unknown } = await made;
  const first = await visit(browser, unknown);
  await first.phone.close();
  const { phone, gallery } = await visit(browser, known);
  await picturesKept(phone.page);
  await phone.page.goto(suiteUrls.app);
  const second = await noted(phone.page);
  await phone.close();
  return {
    ...figuresOf('account not known', first.gallery),
    ...figuresOf('account known', gallery),
    ...figuresOf('second visit', second),
  };
}

type Origin = State['origins'][number];
/** Playwright's types leave out what `storageState({ indexedDB: true })` adds. */
type OriginWithDatabases = Origin & { indexedDB: { name: string }[] };

function withoutToken(state: State): State {
  const origins = (state.origins as OriginWithDatabases[]).map((origin) => ({
    ...origin,
    indexedDB: origin.indexedDB.filter(({ name }) => name !== APP_CHECK_DATABASE),
  }));
  return { ...state, origins };
}

let protectedMade: Promise<Made & { appCheck: AppCheck }> | undefined;

async function makeProtected(browser: Browser): Promise<Made & { appCheck: AppCheck }> {
  const appCheck = await startAppCheck();
  return { ...(await makeAccount(browser, appCheck)), appCheck };
}

/** The same with App Check on, with a token that an earlier visit left, and without; ms except for the shifts. */
export async function visitWithAppCheck(browser: Browser): Promise<Record<string, number>> {
  protectedMade ??= makeProtected(browser);
  const { known, unknown, appCheck } = await protectedMade;
  const figures: Record<string, number> = {};
  for (const [name, state] of [
    ['token kept, account not known', unknown],
    ['no token, account not known', withoutToken(unknown)],
    ['no token, account known', withoutToken(known)],
  ] as const) {
    const { phone, gallery } = await visit(browser, state, appCheck);
    Object.assign(figures, figuresOf(name, gallery));
    await phone.close();
  }
  return figures;
}
