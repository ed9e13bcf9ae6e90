import { expect, type Page, test } from '@playwright/test';
import { db, setBalance } from '../src/admin';
import { smallFile } from '../src/pictures';
import { endPhoto, plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { counter, photoCards } from './page/selectors';
import { expectToast, toastOn } from './page/toast';
import { uploadPhoto } from './page/upload';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** As if the reader were in another tab. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

const topOf = async (page: Page, photoId: string) => (await page.locator(`[data-photo="${photoId}"]`).boundingBox())?.y;

test('after the upload the page goes to the photo, which develops, and the slider sweeps when it is done [spec 2.20, 2.21, 4.5] @phone-long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  // The restore itself is another test's: this one says how far it is.
  await page.route('**/replicate-restore', (route) => route.abort());
  const older = await plantPhoto({ uid, createdAt: new Date(Date.now() - 60_000) });
  await expect(photoCards(page)).toHaveCount(1);
  await uploadPhoto(page, { file: await smallFile(), tool: 'DeepRestore' });
  await expect(page.getByRole('dialog')).toBeHidden();
  const newest = photoCards(page).first();
  await expect(newest).toBeFocused();
  await expect(newest).toBeInViewport();
  // Its restore begins without the page, too, and would end with a toast of its own, at any time.
  const sent = db.doc(`photos/${await newest.getAttribute('data-photo')}`);
  await expect.poll(async () => (await sent.get()).exists).toBe(true);
  await sent.delete();
  await expect(photoCards(page)).toHaveCount(1);

  // An offer would only be in the way of the photo.
  const photoId = await plantPhoto({ uid, status: 'processing', progressPercent: 10 });
  const card = page.locator(`[data-photo="${photoId}"]`);
  await setBalance(uid, 0);
  const banner = page.getByText(/Use code FirstOrder/);
  await expect(banner).toBeVisible();
  const bannerTop = (await banner.boundingBox())?.y ?? 0;
  expect(bannerTop).toBeGreaterThan((await topOf(page, older)) ?? Number.POSITIVE_INFINITY);

  await expect(card).toContainText('Looking for scratches · 10%');
  await db.doc(`photos/${photoId}`).update({ progress_percent: 60 });
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
  await expect(card.getByRole('status')).toHaveText('50% restored');
  // The restore is not there yet: no part of the original is shown clear.
  const pictures = card.locator('[data-developing] img');
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) await expect(picture).toHaveCSS('filter', /^blur\(3\.84px\)/);
  await expect(page).toHaveTitle(/ · Heirlight$/);
  await hide(page, true);
  await endPhoto(photoId, 'succeeded');
  await expect(page).toHaveTitle('✓ Ready · Heirlight');
  await hide(page, false);
  await expectToast(page, 'Restoration Complete! ✅', 'Your photo has been successfully enhanced.');
  await expect(card.locator('[data-hint="arrival"]')).toBeVisible();
  await expect(page).not.toHaveTitle(/Ready/);
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await toastOn(page).getByRole('button', { name: 'View' }).click();
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  // It rests in the middle.
  await expect
    .poll(() => card.locator('[data-compare]').evaluate((frame) => getComputedStyle(frame).getPropertyValue('--split')))
    .toBe('50%');
});

test('while a photo develops, what moves in it is left to the compositor: the page is not computed anew for each frame @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  const photoId = await plantPhoto({ uid, status: 'processing', createdAt: new Date(Date.now() - 10_000) });
  const card = page.locator(`[data-photo="${photoId}"]`);
  await expect(card.getByRole('progressbar')).toBeVisible();
  await expect(toastOn(page)).toHaveCount(0);
  const isMoving = () => card.evaluate((element) => element.getAnimations({ subtree: true }).length > 1);
  await expect.poll(isMoving).toBe(true);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const computed = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? Number.NaN;
  };
  const before = await computed();
  const developed = () => card.locator('[data-developing]').getAttribute('style');
  // Two seconds and more, in each of which 60 frames are drawn.
  for (const _ of [1, 2, 3]) {
    const now = await developed();
    await expect.poll(developed).not.toBe(now);
  }
  expect((await computed()) - before).toBeLessThan(60);
});
