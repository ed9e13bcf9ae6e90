import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { arrive } from './page/account';
import { arrivingWith } from './page/builtPage';

const PHOTO = photoFile('mary_mackillop_c1890.jpg');
const UPLOAD_CODE = arrivingWith('src/features/upload/UploadDialog.tsx')[0]!;
const APP_CODE = arrivingWith('src/app/main.tsx')[0]!;
const STORAGE_CODE = arrivingWith('src/domain/firebase/storage.ts')[0]!;

/**
 * Turns the page into one that was opened before the last deploy: its code has other names, and this part of
 * it is gone.
 */
async function openedBeforeDeploy(page: Page, gone: string): Promise<void> {
  let isOld = true;
  // Not `framenavigated`, which an open dialog's entry in the history is, too.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await page.route(`**${gone}`, (route) => (isOld ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
  await page.evaluate(() => {
    document.querySelector('script[data-app]')?.setAttribute('data-app', '/assets/main-before.js');
  });
}

const loadsOf = (page: Page): (() => number) => {
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  return () => count;
};

test('a photo dropped on a page whose code a deploy has replaced is there after one reload @long', async ({ page }) => {
  await arrive(page);
  await openedBeforeDeploy(page, UPLOAD_CODE);
  const loads = loadsOf(page);

  const data = await page.evaluateHandle(
    (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'grandmother.jpg', { type: 'image/jpeg' }));
      return transfer;
    },
    readFileSync(PHOTO, 'base64'),
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });

  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeVisible();
  expect(loads()).toBe(1);
});

test('a photo that was picked keeps its tool when sending it needs code that is gone @long', async ({ page }) => {
  await arrive(page);
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await openedBeforeDeploy(page, STORAGE_CODE);
  let isHeld = true;
  // The code is asked for as soon as the dialog opens. It fails once the photo is picked.
  await page.route(`**${STORAGE_CODE}`, async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 50));
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await dialog.locator('input[type=file]').setInputFiles(PHOTO);
  await dialog.getByRole('tab', { name: 'Colorize' }).click();
  const loads = loadsOf(page);
  isHeld = false;

  await expect.poll(loads).toBe(1);
  await expect(dialog.getByRole('tab', { name: 'Colorize' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeVisible();
});

test('a press on a page that is not hydrated since before a deploy is carried out after one reload @long', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
  );
  await page.goto('/', { waitUntil: 'networkidle' });
  await openedBeforeDeploy(page, APP_CODE);
  const loads = loadsOf(page);
  await page.getByRole('button', { name: 'Pricing' }).click();
  // Until the reload, the dialog is the early one.
  await expect.poll(loads).toBe(1);
  await expect(page.getByRole('dialog', { name: 'Simple, Powerful Pricing' })).toBeVisible();
  expect(loads()).toBe(1);
});
