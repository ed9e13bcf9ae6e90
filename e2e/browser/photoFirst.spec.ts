import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { openLogin, signUp, signUpHere } from './page/account';
import { expectToast } from './page/toast';

const PHOTO = photoFile('mary_mackillop_c1890.jpg');

/** Drops photos of these names, and text files. */
async function drop(page: Page, names: string[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([base64, names]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      for (const name of names)
        data.items.add(
          name.endsWith('.txt')
            ? new File(['milk, bread'], name, { type: 'text/plain' })
            : new File([content], name, { type: 'image/jpeg' }),
        );
      return data;
    },
    [readFileSync(PHOTO, 'base64'), names] as const,
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}
const dropPhoto = (page: Page) => drop(page, ['grandmother Zoë.jpg']);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload & Restore' });
const welcomeOf = (page: Page) => page.getByRole('dialog', { name: 'Welcome!' });
const isKept = (page: Page) => page.evaluate(() => caches.has('kept-photo'));
const expectPhoto = async (page: Page) => {
  await expect(dialogOf(page).getByRole('button', { name: 'Restore Photo' })).toBeVisible();
  const shown = dialogOf(page).getByAltText('Your photo, before the restore');
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
};

test('a photo dropped by a visitor survives a reload and a sign-up, and goes when it is cancelled', async ({
  page,
}) => {
  await page.goto('/');
  await dropPhoto(page);
  await expectToast(page, 'Please log in first! 🔐', 'You need to be logged in to upload and restore images.');
  await expect(welcomeOf(page).getByAltText('The photo you chose')).toBeVisible();
  await expect.poll(() => isKept(page)).toBe(true);

  await page.reload();
  await openLogin(page);
  await expect(welcomeOf(page).getByAltText('The photo you chose')).toBeVisible();
  await signUpHere(page);
  await expectPhoto(page);
  await page.reload();
  await expectPhoto(page);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => isKept(page)).toBe(false);
});

test('a photo that its visitor left is not seen by the next person on the device @long', async ({ page, context }) => {
  await page.goto('/');
  await dropPhoto(page);
  await expect.poll(() => isKept(page)).toBe(true);
  await page.close();
  const next = await context.newPage();
  await next.goto('/');
  await signUp(next);
  await expect.poll(() => isKept(next)).toBe(false);
  await expect(dialogOf(next)).toHaveCount(0);

  // Nor is one whose visitor has closed the login.
  await next.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await dropPhoto(next);
  await expect.poll(() => isKept(next)).toBe(true);
  await welcomeOf(next).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => isKept(next)).toBe(false);
});

test('of several files none is lost: one is refused before any login, and the others are in the tray after it @long', async ({
  page,
}) => {
  await page.goto('/');
  // Counts every dialog that opens, however short.
  await page.evaluate(() => {
    Object.assign(window, { dialogs: 0 });
    new MutationObserver(() => {
      if (document.querySelector('[role=dialog]')) Object.assign(window, { dialogs: 1 });
    }).observe(document.body, { childList: true, subtree: true });
  });
  await drop(page, ['notes.txt']);
  await expectToast(page, 'Unsupported file', 'Please choose a PNG or JPG photo.');
  expect(await page.evaluate(() => Reflect.get(window, 'dialogs'))).toBe(0);

  await page.reload();
  await drop(page, ['notes.txt', 'a.jpg', 'b.jpg', 'c.jpg']);
  await expect(welcomeOf(page)).toContainText('a.jpg is here. 2 more photos wait for their turn.');
  await signUpHere(page);
  const tray = page.getByRole('dialog', { name: 'Restore several photos' });
  await expect(tray).toContainText('3 photos');
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await expect(tray).toContainText(name);
  await expect.poll(() => isKept(page)).toBe(false);
});

/** As a browser does that blocks cookies and the data of sites. */
function refuseStorage(): void {
  const get = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const area of ['localStorage', 'sessionStorage', 'caches', 'indexedDB'])
    Object.defineProperty(window, area, { get });
}

test('where the browser refuses storage, a photo that was dropped first opens after signing up @long', async ({
  page,
}) => {
  await page.addInitScript(refuseStorage);
  await page.goto('/');
  await dropPhoto(page);
  await expect(welcomeOf(page).getByAltText('The photo you chose')).toBeVisible();
  await signUpHere(page);
  await expectPhoto(page);
});
