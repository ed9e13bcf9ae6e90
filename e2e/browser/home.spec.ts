/** The installed app: what the system shows of it, and what is shared to it. */
import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { signUp } from './page/account';
import { expectToast } from './page/toast';

const test = base.extend({ serviceWorkers: 'allow' });

/** As the system shares: it posts a form. */
function share(page: Page, names: string[]): Promise<void> {
  const photo = readFileSync(photoFile('mary_mackillop_c1890.jpg')).toString('base64');
  return page.evaluate(
    ([bytes, names]) => {
      const form = Object.assign(document.createElement('form'), {
        action: '/share',
        method: 'post',
        enctype: 'multipart/form-data',
      });
      const field = Object.assign(document.createElement('input'), { type: 'file', name: 'photo', multiple: true });
      const chosen = new DataTransfer();
      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      for (const name of names) chosen.items.add(new File([data], name, { type: 'image/jpeg' }));
      field.files = chosen.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    [photo, names] as const,
  );
}

test('Chromium finds nothing that keeps the page from being installed', async ({ page }) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A context of a test is incognito.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('a photo that is shared to the app waits in the upload dialog, several in the tray @long', async ({ page }) => {
  await page.goto('/');
  await signUp(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  // The worker takes over the pages that open from now on.
  await page.reload();
  await share(page, ['grandmother.jpg']);
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
  await expect(page).toHaveURL('/');
  // The photo that was closed is discarded before the next ones come: nobody shares again in the same moment.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 1_000 });
    expect(await page.evaluate(() => caches.has('kept-photo'))).toBe(false);
  }).toPass();
  await share(page, ['grandmother.jpg', 'grandfather.jpg']);
  const tray = page.getByRole('dialog', { name: 'Restore several photos' });
  await expect(tray.getByRole('listitem')).toHaveText([/^grandmother/, /^grandfather/]);
});

test('a photo that the device has no room for is asked for again @long', async ({ page, context }) => {
  await page.goto('/');
  await signUp(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    caches.open = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  });
  await share(page, ['grandmother.jpg']);
  await expect(page.getByRole('dialog', { name: 'Upload & Restore' })).toBeVisible();
  await expectToast(page, 'Photo not received', 'This device could not keep what you shared. Please choose it here.');
  await expect(page).toHaveURL('/');
});

test('the shortcut opens the upload dialog', async ({ page }) => {
  await page.goto('/');
  await signUp(page);
  await page.goto('/?upload=choose');
  await expect(page.getByRole('dialog', { name: 'Upload & Restore' })).toBeVisible();
});
