import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { balanceOf, filesBelow } from '../src/admin';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { logIn, logOut, newAccount, signUp } from './page/account';
import { confirmDeletion } from './page/cards';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { RESTORE_LIMIT_MS, uploadPhoto } from './page/upload';

test('a visitor signs up, restores a real old photo, saves, views and deletes it @phone', async ({ page }, {
  project,
}) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const account = await signUp(page);
  await expect(counter(page)).toContainText('1');

  await uploadPhoto(page, {
    file: photoFile('mary_mackillop_c1890.jpg'),
    tool: project.name === 'desktop' ? 'PhotoScaler' : 'PureFace',
  });

  await expect(photoCards(page)).toHaveCount(1);
  await expect(counter(page)).toContainText('0');

  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  await expectToast(page, 'Restoration Complete! ✅', 'Your photo has been successfully enhanced.');
  await expect(photoCards(page).getByRole('slider')).toHaveAttribute('aria-valuenow', '50');

  if (project.name === 'desktop') {
    const download = page.waitForEvent('download');
    await photoCards(page).getByRole('button', { name: 'Save' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^restored-[0-9a-f-]{36}\.png$/);
    const restored = await sharp(readFileSync(await saved.path())).metadata();
    const original = await sharp(photoFile('mary_mackillop_c1890.jpg')).metadata();
    expect(restored.width).toBe(original.width * 4);
    expect(restored.height).toBe(original.height * 4);
  } else {
    await expect(photoCards(page).getByRole('button', { name: 'Save to Photos' })).toBeVisible();
  }

  await photoCards(page).getByRole('button', { name: 'Full Screen' }).click();
  const fullScreen = page.getByRole('dialog').filter({ has: page.getByRole('slider') });
  await expect(fullScreen).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fullScreen).toBeHidden();

  await photoCards(page).getByRole('button', { name: 'Delete' }).click();
  await confirmDeletion(page);
  await expectToast(page, 'Photo Deleted');
  await expect(photoCards(page)).toHaveCount(0);
  expect(await filesBelow(`images/${account.uid}/`)).toEqual([]);
  expect(await filesBelow(`results/${account.uid}/`)).toEqual([]);
  expect(await balanceOf(account.uid)).toBe(0);
});

test('photos follow the account to another browser, and nobody else sees them [spec 6.4, 7.1] @long', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  const account = await signUp(page);
  await plantPhoto({ uid: account.uid });
  await expect(photoCards(page)).toHaveCount(1);
  await logOut(page);
  await expect(photoCards(page)).toHaveCount(0);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/');
  await logIn(elsewhere, account);
  await expect(photoCards(elsewhere)).toHaveCount(1);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/');
  await signUp(stranger, newAccount());
  await expect(counter(stranger)).toContainText('1');
  await expect(photoCards(stranger)).toHaveCount(0);
});
