import { expect, type Locator, type Page, test } from '@playwright/test';
import { newAccount } from '../src/account';
import { photoFile, RESTORE_LIMIT_MS } from '../src/photos';
import { counter, photoCards } from '../src/selectors';
import { expectToast } from '../src/toast';

const MOST_STOPS = 60;

/** Goes on with Tab until the focus is there, as somebody without a mouse does; what has the focus must be seen to have it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test('everything can be done with keys: sign up, upload, choose a tool, compare, full screen, delete [spec 2.24, 2.25]', async ({
  page,
}) => {
  test.slow();
  await page.goto('/');
  const { email, password } = newAccount();
  const key = (name: string) => page.keyboard.press(name);

  await key('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' }));
  await key('Enter');
  const login = page.getByRole('dialog', { name: 'Welcome!' });
  await tabTo(page, login.getByRole('tab', { name: 'Login' }));
  await key('ArrowRight');
  await key('Enter');
  await expect(login.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, login.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, login.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await key('Enter');
  await expect(login).toBeHidden();
  await expect(counter(page)).toContainText('1');

  const uploadButton = page.getByRole('button', { name: 'Upload Your Photo' }).first();
  await tabTo(page, uploadButton);
  await key('Enter');
  const upload = page.getByRole('dialog', { name: 'Upload & Restore' });
  const input = upload.locator('input[type=file]');
  await expect(input).toBeAttached();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await input.evaluate((element) => element === document.activeElement)) break;
    await key('Tab');
  }
  const choosing = page.waitForEvent('filechooser');
  await key('Space');
  await (await choosing).setFiles(photoFile('mary_mackillop_c1890.jpg'));
  await tabTo(page, upload.getByRole('tab', { name: 'DeepRestore' }));
  for (let step = 0; step < 3; step++) await key('ArrowRight');
  await key('Enter');
  await expect(upload.getByRole('tab', { name: 'PureFace' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, upload.getByRole('button', { name: 'Restore Photo' }));
  await key('Enter');
  await expect(upload).toBeHidden({ timeout: 40_000 });

  const slider = photoCards(page).getByRole('slider');
  await expect(slider).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  await tabTo(page, slider);
  await key('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '55');
  await key('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  const fullScreenButton = photoCards(page).getByRole('button', { name: 'Full Screen' });
  await tabTo(page, fullScreenButton);
  await key('Enter');
  const fullScreen = page.getByRole('dialog', { name: 'Full Screen' });
  await tabTo(page, fullScreen.getByRole('slider'));
  await key('ArrowLeft');
  await expect(fullScreen.getByRole('slider')).toHaveAttribute('aria-valuenow', '45');
  await key('Escape');
  await expect(fullScreen).toBeHidden();
  await expect(fullScreenButton).toBeFocused();
  await tabTo(page, photoCards(page).getByRole('button', { name: 'Delete', exact: true }));
  await key('Enter');
  await expectToast(page, 'Photo Deleted');
  await expect(photoCards(page)).toHaveCount(0);
});
