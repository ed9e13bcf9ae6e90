import { test as base, expect, type Page } from '@playwright/test';
import { db, setBalance } from '../src/admin';
import { type AppCheck, startAppCheck } from '../src/appCheck';
import { plantPhoto } from '../src/plantedPhotos';
import { suiteUrls } from '../src/suiteUrls';
import { arrive, forgetPhotosAtLoad, logOut } from './page/account';
import { counter, photoCards } from './page/selectors';
import { storedSession } from './page/storedSession';

const test = base.extend<{ appCheck: AppCheck }>({
  appCheck: async ({ page }, use) => {
    const appCheck = await startAppCheck();
    await appCheck.protect(page);
    await use(appCheck);
    appCheck.close();
  },
});

interface Shifts {
  total: number;
  /** What moved, for a person who reads a failure. */
  moved: string[];
}

/** Reloads the page and returns a function that says how much its layout has shifted since. */
async function reloadWatched(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const shifts: Shifts = { total: 0, moved: [] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifts.total += entry.value;
        const names = entry.sources.map(({ node }) => node && `${node.nodeName} ${node.textContent?.slice(0, 30)}`);
        shifts.moved.push(`${entry.value.toFixed(4)} ${names.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  return () => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
}

/** Waits until the page has heard of everything: its balance comes live, from the account's document. */
async function settled(page: Page, uid: string): Promise<void> {
  await expect(counter(page)).toContainText(/\d/);
  const { restores_available } = (await db.doc(`users/${uid}`).get()).data() ?? {};
  await setBalance(uid, restores_available + 7);
  await expect(counter(page)).toContainText(String(restores_available + 7));
}

for (const [account, photos, balance] of [
  ['with photos', 4, 1],
  ['without photos', 0, 1],
  ['with photos and no restore left', 1, 0],
] as const) {
  test(`reloading ${account} moves nothing @phone-long${photos > 1 ? '' : ' @long'}`, async ({ page }) => {
    const { uid } = await arrive(page);
    await expect(counter(page)).toContainText('1');
    await setBalance(uid, balance);
    for (let index = 0; index < photos; index++) await plantPhoto({ uid, createdAt: new Date(2024, 1, 1 + index) });
    await expect(photoCards(page)).toHaveCount(photos);
    await expect(counter(page)).toContainText(String(balance));
    const shifts = await reloadWatched(page);
    await expect(photoCards(page)).toHaveCount(photos);
    if (balance > 0) await settled(page, uid);
    else await expect(counter(page)).toContainText('0');
    const { total, moved } = await shifts();
    expect(total, moved.join('\n')).toBeLessThanOrEqual(0.02);
  });
}

test('photos are there before the session is known, seen here or not, and are forgotten with the login @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  const photoId = await plantPhoto({ uid });
  await expect(photoCards(page)).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('heirlight.lastSeen'))).toContain(photoId);

  const services = [suiteUrls.auth, suiteUrls.firestore, suiteUrls.functions];
  let isHeld = true;
  await page.route(
    (url) => isHeld && services.some((service) => url.href.startsWith(service)),
    () => undefined,
  );
  await page.reload();
  await expect(photoCards(page).getByRole('slider')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login / Sign Up' })).toHaveCount(0);

  // What the device has forgotten is read as the user whom Firebase Auth has kept, before that is asked, with a new token.
  await storedSession(page, true);
  await forgetPhotosAtLoad(page);
  await page.unrouteAll();
  await page.route(
    (url) => isHeld && /accounts:lookup|Listen|fetch_credits/.test(url.href),
    () => undefined,
  );
  await page.reload();
  await expect(photoCards(page).getByRole('slider')).toBeVisible();

  isHeld = false;
  await page.reload();
  await expect(counter(page)).toContainText('1');
  await logOut(page);
  // That somebody was here stays, and names nobody: the login is then offered before the sign-up.
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ 'heirlight.signedInBefore': '1' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toBeVisible();
  await expect(photoCards(page)).toHaveCount(0);
});

test('with App Check, what is forgotten here is read early with the token of the last visit, never with an ended one @long', async ({
  page,
  appCheck,
}) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid });
  await expect(photoCards(page)).toHaveCount(1);
  const [token] = appCheck.sent;
  expect(token).toMatch(/^app-check-/);

  // Without these neither the session can be known, nor a new token made.
  let isHeld = true;
  await page.route(
    (url) => isHeld && /accounts:lookup|Listen|fetch_credits|recaptcha/.test(url.href),
    () => undefined,
  );
  await forgetPhotosAtLoad(page);
  async function forgetAndReload(): Promise<void> {
    appCheck.sent.length = 0;
    await page.reload();
    await expect(photoCards(page).getByRole('slider')).toBeVisible();
  }
  await forgetAndReload();
  expect(appCheck.sent).toEqual([token]);

  isHeld = false;
  await appCheck.end(page);
  await forgetAndReload();
  expect(appCheck.sent.length).toBeGreaterThan(0);
  expect(appCheck.sent).not.toContain(token);
  expect(appCheck.sent).not.toContain(null);
});
