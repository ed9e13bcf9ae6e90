import { expect, test } from '@playwright/test';
import { signUp } from '../src/account';
import { balanceOf, db, filesBelow, setBalance } from '../src/admin';
import { failReplicate } from '../src/faults';
import { photoFile, uploadPhoto } from '../src/photos';
import { counter, photoCards } from '../src/selectors';
import { expectToast, toastOn } from '../src/toast';

const PHOTO = photoFile('mary_mackillop_c1890.jpg');

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('a photo goes from processing to succeeded; the card changes without a reload [spec 1.2, 1.3, 2.7, 2.15, 2.16, 2.19, 2.20, 2.21, 3.1, 3.3, 4.1, 4.6, 9.17] @phone', async ({
  page,
}) => {
  const { uid } = await signUp(page);
  await expect(counter(page)).toContainText('1');
  await uploadPhoto(page, { file: PHOTO, tool: 'DeepRestore' });
  await expect(page.getByRole('heading', { name: 'My Photos' })).toBeVisible();
  await expect(photoCards(page).getByText('Processing...')).toBeVisible();
  await expect(photoCards(page).getByRole('slider')).toHaveCount(0);
  await expect(counter(page)).toContainText('0');
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: 80_000 });
  await expectToast(page, 'Restoration Complete! ✅', 'Your photo has been successfully enhanced.');
  const [photo] = (await db.collection('photos').where('user_id', '==', uid).get()).docs.map((snapshot) =>
    snapshot.data(),
  );
  expect(photo).toMatchObject({ user_id: uid, status: 'succeeded', tool: 'deeprestore' });
  expect(photo?.restored_url).toMatch(/^http/);
});

test('a succeeded card has its actions and the local date and time [spec 2.23, 2.24, 4.4]', async ({ page }) => {
  await signUp(page);
  await uploadPhoto(page, { file: PHOTO, tool: 'PureFace' });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: 80_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  for (const name of ['Delete', 'Save', 'Full Screen']) {
    await expect(photoCards(page).getByRole('button', { name, exact: true })).toBeVisible();
  }
  const year = new Date().getFullYear();
  await expect(photoCards(page).getByText(new RegExp(`Uploaded:?.*${year}.*\\d{1,2}:\\d{2}`))).toBeVisible();
  const fullScreen = page.getByRole('dialog');
  await photoCards(page).getByRole('button', { name: 'Full Screen' }).click();
  await expect(fullScreen.getByRole('slider')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fullScreen).toBeHidden();
  await photoCards(page).getByRole('button', { name: 'Full Screen' }).click();
  await expect(fullScreen.getByRole('slider')).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(fullScreen).toBeHidden();
});

test('restoring again with another tool needs no upload', async ({ page }) => {
  const { uid } = await signUp(page);
  await setBalance(uid, 2);
  await uploadPhoto(page, { file: PHOTO, tool: 'PureFace' });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: 80_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  await photoCards(page).getByRole('button', { name: 'Try Another Tool' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore With Another Tool' });
  await dialog.getByRole('tab', { name: 'Text-Remove' }).click();
  await dialog.getByRole('button', { name: 'Restore Photo' }).click();
  await expect(photoCards(page)).toHaveCount(2);
  await expect(photoCards(page).getByRole('slider')).toHaveCount(2, { timeout: 80_000 });
  expect(await balanceOf(uid)).toBe(0);
});

test('the promo banner comes with 0 restores and a photo, and opens pricing [spec 2.8, 2.12, 2.13, 2.14]', async ({
  page,
}) => {
  await signUp(page);
  const banner = page.getByText(/Use code FirstOrder for 25% off all plans at checkout/);
  await expect(banner).toHaveCount(0);
  await uploadPhoto(page, { file: PHOTO, tool: 'Text-Remove' });
  await expect(photoCards(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  await expect(banner.first()).toBeVisible();
  await page.getByRole('button', { name: 'See Plans' }).click();
  const pricing = page.getByRole('dialog', { name: 'Simple, Powerful Pricing' });
  await expect(pricing).toBeVisible();
  await page.keyboard.press('Escape');
  await counter(page).click();
  await expect(pricing).toBeVisible();
});

test('deleting a photo removes document and files and says how many [spec 4.4, 7.6, 8.18]', async ({ page }) => {
  const { uid } = await signUp(page);
  await uploadPhoto(page, { file: PHOTO, tool: 'PureFace' });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: 80_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  const files = [...(await filesBelow(`images/${uid}/`)), ...(await filesBelow(`results/${uid}/`))];
  expect(files.length).toBeGreaterThanOrEqual(2);
  await photoCards(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Photo Deleted', `Photo and ${files.length} associated files have been removed.`);
  await expect(photoCards(page)).toHaveCount(0);
  expect([...(await filesBelow(`images/${uid}/`)), ...(await filesBelow(`results/${uid}/`))]).toEqual([]);
});

test('a delete that fails says so and keeps the photo [spec 8.16]', async ({ page }) => {
  await signUp(page);
  await uploadPhoto(page, { file: PHOTO, tool: 'PureFace' });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: 80_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  await page.route('**/delete-photo', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { result: { error: 'The photo is locked.' } },
    }),
  );
  await photoCards(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Delete Failed', 'The photo is locked.');
  await expect(toastOn(page)).toHaveAttribute('role', 'alert');
  await expect(photoCards(page)).toHaveCount(1);
});

test('saving downloads the restored picture; a failed download says so [spec 7.13, 8.19, 8.20]', async ({ page }) => {
  await signUp(page);
  await uploadPhoto(page, { file: PHOTO, tool: 'PureFace' });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: 80_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  const download = page.waitForEvent('download');
  await photoCards(page).getByRole('button', { name: 'Save', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^restored-[0-9a-f-]{36}\.png$/);
  await expectToast(page, 'Download Started', 'Your restored photo is downloading.');
  await page.route(/restored\.(png|jpg)/, (route) => route.abort());
  await photoCards(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Download Failed', 'Could not download the image.');
});

test('a failed restore says so and why; deleting it gives the restore back [spec 2.22, 4.3, 4.7, 8.17, 9.5, 9.6] @alone', async ({
  page,
}) => {
  const { uid } = await signUp(page);
  await failReplicate({ predictions: [{ kind: 'fail', message: 'the model fell asleep' }] });
  await uploadPhoto(page, { file: PHOTO, tool: 'DeepRestore' });
  const deleteButton = photoCards(page).getByRole('button', { name: 'Failed - Click to Delete' });
  await expect(deleteButton).toBeVisible({ timeout: 60_000 });
  await expectToast(page, 'Restoration Failed ❌', 'Something went wrong. The photo has been marked as failed.');
  await expect(photoCards(page).getByText('Deleting gives your restore back.')).toBeVisible();
  expect(await balanceOf(uid)).toBe(0);
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  await deleteButton.click();
  await expectToast(
    page,
    'Photo Deleted & Credit Refunded!',
    'Failed photo deleted and 1 credit has been refunded to your account.',
  );
  await expect(photoCards(page)).toHaveCount(0);
  await expect(counter(page)).toContainText('1');
  expect(await balanceOf(uid)).toBe(1);
});

test('the provider refusing the job is a failed photo with plain words, nothing lost @alone', async ({ page }) => {
  const { uid } = await signUp(page);
  await failReplicate({ creates: [{ kind: 'no_credit', count: 3 }] });
  await uploadPhoto(page, { file: PHOTO, tool: 'DeepRestore' });
  await expect(photoCards(page).getByRole('button', { name: 'Failed - Click to Delete' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
  await photoCards(page).getByRole('button', { name: 'Failed - Click to Delete' }).click();
  await expectToast(page, 'Photo Deleted & Credit Refunded!');
  expect(await balanceOf(uid)).toBe(1);
  await failReplicate({}).catch(() => undefined);
});
