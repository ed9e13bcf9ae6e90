import { expect, type Page, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { endPhoto, plantPhoto } from '../src/plantedPhotos';
import { arrive, openLogin } from './page/account';
import { cardButton, pressInMenu } from './page/cards';
import { copyRegion, counter, photoCards } from './page/selectors';
import { expectCoversNothing, expectToast, toastOn } from './page/toast';
import { chooseFile } from './page/upload';

const region = (page: Page) => page.getByLabel(copyRegion);

/** Leaves Sign Up empty, which is a mistake and raises a destructive toast. */
async function makeMistake(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByRole('tab', { name: 'Sign Up' }).click();
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expectToast(page, 'Please fill in all fields.');
}

/** A finger, or the mouse on a desktop, goes sideways over the toast and lets go. */
async function swipe(page: Page, { distance, touch }: { distance: number; touch: boolean }): Promise<void> {
  const box = await toastOn(page).boundingBox();
  if (!box) throw new Error('There is no toast to swipe');
  const y = box.y + box.height / 2;
  const from = box.x + 40;
  if (!touch) {
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(from + distance, y, { steps: 4 });
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const at = (x: number) => ({ touchPoints: [{ x, y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) });
  for (const part of [0.3, 0.6, 1]) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(from + distance * part) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('one at a time, announced, a mistake in the destructive style [spec 8.1, 9.12]', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await expectToast(page, 'Please log in first! 🔐');
  await expect(region(page)).toHaveAttribute('aria-live', 'polite');
  await expect(toastOn(page)).toHaveAttribute('role', 'status');
  const calm = await toastOn(page).evaluate((card) => getComputedStyle(card).backgroundColor);
  await makeMistake(page);
  await expect(toastOn(page)).toHaveCount(1);
  await expect(toastOn(page)).toHaveAttribute('role', 'alert');
  await expect(toastOn(page)).toHaveAttribute('aria-atomic', 'true');
  expect(await toastOn(page).evaluate((card) => getComputedStyle(card).backgroundColor)).not.toBe(calm);
});

const sizes = [
  { width: 390, height: 664 },
  { width: 1280, height: 800 },
];
const small = { width: 320, height: 568 };

/** At every size; a toast that has the focus waits meanwhile. */
async function coversNothingAt(page: Page, all = sizes): Promise<void> {
  await page.keyboard.press('F8');
  for (const size of all) {
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size);
      await expectCoversNothing(page);
    });
  }
  await page.keyboard.press('Escape');
  await expect(toastOn(page)).toHaveCount(0);
}

/** A toast comes when a restore ends, whatever is open. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  'the gallery': async () => undefined,
  'the gallery, scrolled': (page) => page.mouse.wheel(0, 300),
  'the delete dialog': (page) => cardButton(photoCards(page).first(), 'Delete').click(),
  pricing: (page) => counter(page).click(),
  'the upload dialog': (page) => page.getByRole('button', { name: 'Upload Your Photo' }).click(),
  'the upload dialog with a photo': async (page) => {
    await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
    const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
    await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
  },
  'the viewer': (page) => cardButton(photoCards(page).first(), 'Full Screen').click(),
  'the account dialog': (page) => page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click(),
  'the share dialog': (page) => pressInMenu(photoCards(page).first(), 'Share'),
};

async function coversNothingOn(page: Page, names: string[], all = sizes): Promise<void> {
  const { uid } = await arrive(page);
  const made = { createdAt: new Date(Date.now() - 1000), uid };
  const waiting: string[] = [];
  for (const _name of names) waiting.push(await plantPhoto({ ...made, status: 'processing' }));
  await plantPhoto({ uid, shown: true });
  await expect(photoCards(page).first().getByRole('button', { name: 'Full Screen' })).toBeVisible();
  for (const [index, name] of names.entries()) {
    await test.step(name, async () => {
      await page.setViewportSize(all[0]!);
      await screens[name]!(page);
      if (!name.startsWith('the gallery')) await expect(page.getByRole('dialog')).toBeVisible();
      await endPhoto(waiting[index]!, 'succeeded');
      await expectToast(page, 'Restoration Complete! ✅');
      await coversNothingAt(page, all);
      if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
}

test('a toast covers nothing that can be pressed, in a dialog and in the viewer [spec 8.1] @long', async ({ page }) => {
  await coversNothingOn(page, ['the delete dialog', 'the viewer']);
});

test('a toast covers nothing that can be pressed, on every screen and the smallest phone [spec 8.1] @long', async ({
  page,
}) => {
  test.slow();
  await coversNothingOn(page, Object.keys(screens), [small, ...sizes]);
});

test('a toast covers nothing of the login dialog, nor the header when that is closed [spec 8.1] @long', async ({
  page,
}) => {
  await page.setViewportSize(small);
  await page.goto('/');
  await openLogin(page);
  await makeMistake(page);
  await expectCoversNothing(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click({ timeout: 2000 });
  await coversNothingAt(page, [small, ...sizes]);
  await page.setViewportSize({ width: 390, height: 844 });
  await makeMistake(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectCoversNothing(page);
});

test('a toast stays for 5000 ms [spec 9.12] @long', async ({ page }) => {
  await page.goto('/');
  // Measured in the page, because this side may be late to look.
  await page.evaluate((label) => {
    const watched = window as unknown as { toastTimes: number[] };
    watched.toastTimes = [];
    let shown = false;
    new MutationObserver(() => {
      const is = document.querySelector(`[aria-label="${label}"] [role=status]`) !== null;
      if (is !== shown) watched.toastTimes.push(performance.now());
      shown = is;
    }).observe(document, { childList: true, subtree: true });
  }, copyRegion);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await expect(toastOn(page)).toBeVisible();
  await expect(toastOn(page)).toHaveCount(0);
  const times = await page.evaluate(() => (window as unknown as { toastTimes: number[] }).toastTimes);
  const stayed = times[1]! - times[0]!;
  expect(stayed).toBeGreaterThan(4950);
  // Its leaving is animated, and on a busy machine late.
  expect(stayed).toBeLessThan(8000);
});

test('a swipe of 50 px or Escape dismisses a toast; F8 focuses it [spec 9.12] @phone-long @long', async ({ page }, {
  project,
}) => {
  const touch = project.name === 'phone';
  await page.goto('/');
  await openLogin(page);
  await makeMistake(page);
  await page.keyboard.press('F8');
  await expect(region(page)).toBeFocused();
  await swipe(page, { distance: 40, touch });
  await expect(toastOn(page)).toBeVisible();
  await swipe(page, { distance: 60, touch });
  await expect(toastOn(page)).toHaveCount(0, { timeout: 3000 });
  await makeMistake(page);
  const focused = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press('F8');
  await expect(region(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toastOn(page)).toHaveCount(0, { timeout: 3000 });
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
});

test('dismissed with the mouse it leaves the page where the reader has scrolled to @long', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await expectToast(page, 'Please log in first! 🔐');
  await expect(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const above = page.getByRole('banner').getByRole('button').first();
  await toastOn(page).hover();
  await above.focus();
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }));
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(500);
  await toastOn(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toastOn(page)).toHaveCount(0, { timeout: 3000 });
  await expect(above).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});
