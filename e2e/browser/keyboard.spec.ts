import { expect, type Locator, type Page, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { newAccount } from './page/account';
import { cardButton } from './page/cards';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { RESTORE_LIMIT_MS } from './page/upload';

const MOST_STOPS = 60;

/** How far around a control its mark of focus may be drawn, in px. */
const RING_PX = 8;

/** The element and what is around it, as it is on the screen. */
async function look(page: Page, shown: Locator): Promise<Buffer> {
  const box = await shown.boundingBox();
  const { width, height } = page.viewportSize()!;
  if (!box) throw new Error(`${shown} is not on the page`);
  const [left, top] = [Math.max(0, box.x - RING_PX), Math.max(0, box.y - RING_PX)];
  const right = Math.min(width, box.x + box.width + RING_PX);
  const bottom = Math.min(height, box.y + box.height + RING_PX);
  const clip = { x: left, y: top, width: right - left, height: bottom - top };
  return await page.screenshot({ clip, animations: 'disabled' });
}

/** What has the focus must be seen to have it: it looks different without. */
async function expectSeenFocus(page: Page, target: Locator, shown: Locator): Promise<void> {
  const focused = await look(page, shown);
  await target.evaluate((element: HTMLElement) => element.blur());
  await expect.poll(async () => (await look(page, shown)).equals(focused), `${target} shows its focus`).toBe(false);
  await target.focus();
}

/**
 * Goes on with Tab until the focus is there, as somebody without a mouse does, and sees that it is.
 *
 * @param shown what is drawn in place of a control that is itself invisible
 */
async function tabTo(page: Page, target: Locator, shown: Locator = target): Promise<void> {
  await expect(shown).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectSeenFocus(page, target, shown);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test('the keyboard is enough: sign up, upload, tool, compare, full screen, delete [spec 2.24, 2.25]', async ({
  page,
}) => {
  test.slow();
  await page.goto('/');
  const { email, password } = newAccount();
  const key = (name: string) => page.keyboard.press(name);

  await key('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expectSeenFocus(page, skip, skip);
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
  await tabTo(page, input, upload.locator('label:has(input[type=file])'));
  const choosing = page.waitForEvent('filechooser');
  await key('Space');
  await (await choosing).setFiles(photoFile('mary_mackillop_c1890.jpg'));
  await expect(upload.getByRole('tab', { name: 'DeepRestore' })).toBeFocused();
  await key('ArrowDown');
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
  await tabTo(page, cardButton(photoCards(page), 'Delete'));
  await key('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await key('Enter');
  await expectToast(page, 'Photo Deleted');
  await expect(photoCards(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});
