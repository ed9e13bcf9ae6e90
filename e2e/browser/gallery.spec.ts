import { expect } from '@playwright/test';
import { balanceOf, filesBelow, setBalance } from '../src/admin';
import { smallFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { cardButton, confirmDeletion } from './page/cards';
import { test } from './page/faults';
import { counter, photoCards } from './page/selectors';
import { expectDestructiveToast, expectToast } from './page/toast';
import { uploadPhoto } from './page/upload';

test('the promo banner comes with 0 restores and a photo, and opens pricing [spec 2.8, 2.12, 2.13, 2.14]', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  const banner = page.getByText(/Use code FirstOrder for 25% off all plans at checkout/);
  await expect(counter(page)).toContainText('1');
  await setBalance(uid, 0);
  await expect(counter(page)).toContainText('0');
  await expect(banner).toHaveCount(0);
  await plantPhoto({ uid });
  await expect(photoCards(page)).toHaveCount(1);
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'See Plans' }).click();
  const pricing = page.getByRole('dialog', { name: 'Simple, Powerful Pricing' });
  await expect(pricing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pricing).toBeHidden();
  await counter(page).click();
  await expect(pricing).toBeVisible();
});

test('a succeeded card: actions, local time, full screen and closing it, saving or a word on why not [spec 2.19, 2.23, 2.24, 4.4, 6.4, 7.13, 8.19, 8.20]', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  const whole: string[] = [];
  page.on('request', (request) => {
    const path = decodeURIComponent(new URL(request.url()).pathname);
    if (/\/images\/|restored\.png$/.test(path)) whole.push(path.split('/').at(-1) ?? '');
  });
  const photoId = await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 2, 5, 9, 7) });
  for (const label of ['Delete', 'Save', 'Full Screen']) {
    await expect(cardButton(photoCards(page), label)).toHaveText(label);
  }
  await expect(photoCards(page)).toContainText(/Uploaded: .*5.*2024.*9:07/);
  const fullScreen = page.getByRole('dialog', { name: 'Full Screen' });
  const open = photoCards(page).getByRole('button', { name: 'Full Screen' });
  await open.click();
  await expect(fullScreen.getByRole('slider')).toHaveAttribute('aria-valuenow', '50');
  await page.keyboard.press('Escape');
  await expect(fullScreen).toBeHidden();
  await open.click();
  await expect(fullScreen.locator('[data-sharp]')).toBeVisible();
  // Beside the photo, which is upright.
  await page.mouse.click(40, 400);
  await expect(fullScreen).toBeHidden();

  // Saving fetches the whole file, which showing does not.
  expect(whole).toEqual([]);
  const save = cardButton(photoCards(page), 'Save');
  const download = page.waitForEvent('download');
  await save.click();
  expect((await download).suggestedFilename()).toBe(`restored-${photoId}.png`);
  expect(whole).toEqual(['restored.png']);
  await expectToast(page, 'Download Started', 'Your restored photo is downloading.');
  await page.route(/restored\.png/, (route) => route.abort());
  await save.click();
  await expectDestructiveToast(page, 'Download Failed', 'Could not download the image.');
});

test('deleting: a rejection says why; success counts the files [spec 4.4, 6.4, 7.6, 8.16, 8.18]', async ({ page }) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid });
  const filesOf = async () => [...(await filesBelow(`images/${uid}/`)), ...(await filesBelow(`results/${uid}/`))];
  const remove = async () => {
    await cardButton(photoCards(page), 'Delete').click();
    await confirmDeletion(page);
  };
  const keep = () => page.getByRole('dialog').getByRole('button', { name: 'Keep It' }).click();
  const answer = (result: unknown) =>
    page.route('**/delete-photo', (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: result }),
    );
  await answer({ result: { error: 'The photo is locked.' } });
  await remove();
  await expectDestructiveToast(page, 'Delete Failed', 'The photo is locked.');
  await keep();
  await page.unroute('**/delete-photo');
  await answer({ error: { status: 'INTERNAL', message: 'INTERNAL' } });
  await remove();
  await expectDestructiveToast(page, 'Delete Failed', 'An unexpected error occurred.');
  await keep();
  await page.unroute('**/delete-photo');
  await expect(photoCards(page)).toHaveCount(1);

  const files = await filesOf();
  expect(files).toHaveLength(2);
  await remove();
  await expectToast(page, 'Photo Deleted', 'Photo and 2 associated files have been removed.');
  await expect(photoCards(page)).toHaveCount(0);
  expect(await filesOf()).toEqual([]);
});

test('a failed restore says why; deleting refunds it [spec 2.22, 4.3, 4.7, 8.17, 9.5, 9.6] @alone @long', async ({
  page,
  faults,
}) => {
  const { uid } = await arrive(page);
  await faults.replicate({ predictions: [{ kind: 'fail', message: 'the model fell asleep' }] });
  await uploadPhoto(page, { file: await smallFile(), tool: 'DeepRestore' });
  const deleteButton = photoCards(page).getByRole('button', { name: 'Failed - Click to Delete' });
  // First, because it stands for five seconds only.
  await expectToast(page, 'Restoration Failed ❌', 'Something went wrong. The photo has been marked as failed.');
  await expect(deleteButton).toBeVisible();
  await expect(photoCards(page).getByText('delete the photo and get your restore back')).toBeVisible();
  expect(await balanceOf(uid)).toBe(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
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

test('the provider refusing the job is a failed photo with plain words, nothing lost @alone @long', async ({
  page,
  faults,
}) => {
  const { uid } = await arrive(page);
  await faults.replicate({ creates: [{ kind: 'no_credit', count: 3 }] });
  await uploadPhoto(page, { file: await smallFile(), tool: 'DeepRestore' });
  await expect(photoCards(page).getByRole('button', { name: 'Failed - Click to Delete' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await photoCards(page).getByRole('button', { name: 'Failed - Click to Delete' }).click();
  await expectToast(page, 'Photo Deleted & Credit Refunded!');
  expect(await balanceOf(uid)).toBe(1);
});
