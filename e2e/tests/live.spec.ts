import { expect, test } from '@playwright/test';
import { logIn, signUp } from '../src/account';
import { photoFile, RESTORE_LIMIT_MS, uploadPhoto } from '../src/photos';
import { endPhoto, plantPhoto } from '../src/plantedPhotos';
import { counter, photoCards } from '../src/selectors';
import { expectToast } from '../src/toast';

const PHOTO = photoFile('mary_mackillop_c1890.jpg');
/** The live stream of the web SDK; plain queries go to other addresses and still work. */
const LISTEN_STREAM = /Firestore\/Listen\/channel/;

test('with the live stream cut off, polling still brings the result [spec 4.5, 4.8, 4.12, 4.23, 7.1, 7.2]', async ({
  page,
}) => {
  test.slow();
  await page.route(LISTEN_STREAM, (route) => route.abort());
  await page.goto('/');
  await signUp(page);
  await expect(counter(page)).toContainText('1');
  // The fastest tool: its restore is over between two polls and never seen running.
  await uploadPhoto(page, { file: PHOTO, tool: 'PureFace' });
  await expect(photoCards(page)).toHaveCount(1, { timeout: 30_000 });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  await expectToast(page, 'Restoration Complete! ✅');
});

test('while the live stream delivers, nothing polls', async ({ page }) => {
  test.slow();
  await page.goto('/');
  await signUp(page);
  const polls: string[] = [];
  page.on('request', (request) => /:runQuery/.test(request.url()) && polls.push(request.url()));
  await uploadPhoto(page, { file: PHOTO, tool: 'PureFace' });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  expect(polls).toEqual([]);
});

test('a change that happened while the page was away is told on return [spec 4.5, 4.6]', async ({ page }) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  const photoId = await plantPhoto({ uid, status: 'processing' });
  await expect(photoCards(page).getByText('Processing...')).toBeVisible();
  await page.goto('about:blank');
  await endPhoto(photoId, 'succeeded');
  await page.goto('/');
  await expectToast(page, 'Restoration Complete! ✅');
});

test('offline the page says so, and recovers', async ({ page, context }) => {
  await page.goto('/');
  await signUp(page);
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toBeHidden();
});

test('photos of another session of the same account appear by themselves [spec 7.1]', async ({ page, browser }) => {
  await page.goto('/');
  const account = await signUp(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto('/');
  await logIn(other, account);
  await plantPhoto({ uid: account.uid });
  await expect(photoCards(page)).toHaveCount(1);
  await expect(photoCards(other)).toHaveCount(1);
});
