import { expect, test } from '@playwright/test';
import { smallFile } from '../src/pictures';
import { endPhoto, plantPhoto } from '../src/plantedPhotos';
import { arrive, logIn, signUp } from './page/account';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { RESTORE_LIMIT_MS, uploadPhoto } from './page/upload';

/** The live stream of the web SDK; plain queries go to other addresses and still work. */
const LISTEN_STREAM = /Firestore\/Listen\/channel/;

test('with the live stream cut off, polling still brings the result [spec 4.5, 4.8, 4.23, 7.1]', async ({ page }) => {
  test.slow();
  await page.route(LISTEN_STREAM, (route) => route.abort());
  await arrive(page);
  await expect(counter(page)).toContainText('1');
  // The fastest tool: its restore is over between two polls and never seen running.
  await uploadPhoto(page, { file: await smallFile(), tool: 'PureFace' });
  await expect(photoCards(page)).toHaveCount(1);
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  await expectToast(page, 'Restoration Complete! ✅');
});

test('polling ends when no photo of the user is in processing [spec 4.11, 4.12, 7.2] @long', async ({ page }) => {
  test.slow();
  await page.route(LISTEN_STREAM, (route) => route.abort());
  const queries: { from: unknown; where: unknown; limit: boolean }[] = [];
  page.on('request', (request) => {
    if (!/:runQuery/.test(request.url()) || request.method() !== 'POST') return;
    const { from, where, limit } = request.postDataJSON().structuredQuery;
    queries.push({ from, where, limit: limit !== undefined });
  });
  const checks = () => queries.filter(({ limit }) => !limit);
  const { uid } = await arrive(page);
  const photoId = await plantPhoto({ uid, status: 'processing' });
  await expect(photoCards(page).getByText('Processing...')).toBeVisible();
  const isEqual = (fieldPath: string, stringValue: string) => ({
    fieldFilter: { field: { fieldPath }, op: 'EQUAL', value: { stringValue } },
  });
  await expect
    .poll(() => checks().at(0))
    .toEqual({
      from: [{ collectionId: 'photos' }],
      where: {
        compositeFilter: { op: 'AND', filters: [isEqual('user_id', uid), isEqual('status', 'processing')] },
      },
      limit: false,
    });
  // While one is in processing, another round follows.
  await expect.poll(() => checks().length).toBeGreaterThan(1);
  await endPhoto(photoId, 'succeeded');
  await expectToast(page, 'Restoration Complete! ✅', 'Your photo has been successfully enhanced.');
  await expect(photoCards(page).getByRole('slider')).toBeVisible();
  await expect.poll(() => queries.at(-1)?.limit).toBe(false);
  const asked = queries.length;
  // No pause between two rounds is longer than ten seconds.
  await page.waitForTimeout(12_000);
  expect(queries).toHaveLength(asked);
});

test('while the live stream delivers, nothing polls @long', async ({ page }) => {
  test.slow();
  await page.goto('/');
  await signUp(page);
  await uploadPhoto(page, { file: await smallFile(), tool: 'PureFace' });
  // A busy machine may take longer to start a restore than the page waits for the stream to tell of it.
  await expect(photoCards(page)).toHaveCount(1, { timeout: RESTORE_LIMIT_MS });
  const polls: string[] = [];
  page.on('request', (request) => /:runQuery/.test(request.url()) && polls.push(request.url()));
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  expect(polls).toEqual([]);
});

test('a change that happened while the page was away is told on return [spec 4.5, 4.6] @long', async ({ page }) => {
  const { uid } = await arrive(page);
  const photoId = await plantPhoto({ uid, status: 'processing' });
  await expect(photoCards(page).getByText('Processing...')).toBeVisible();
  await page.goto('about:blank');
  await endPhoto(photoId, 'succeeded');
  await page.goto('/');
  await expectToast(page, 'Restoration Complete! ✅');
});

test('offline the page says so, and recovers', async ({ page, context }) => {
  await arrive(page);
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toBeHidden();
});

test('photos of another session of the same account appear by themselves [spec 7.1] @long', async ({
  page,
  browser,
}) => {
  const account = await arrive(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto('/');
  await logIn(other, account);
  await plantPhoto({ uid: account.uid });
  await expect(photoCards(page)).toHaveCount(1);
  await expect(photoCards(other)).toHaveCount(1);
});
