import { test as base, expect, type Page } from '@playwright/test';
import { newAccount, signUpHere } from './page/account';
import { translate } from './page/translate';

/** Fails when the page says in any way that something broke. */
const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await use(page);
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    expect(errors).toEqual([]);
  },
});

/** Each button of the sleeping page, and the dialog that it opens. */
const openers = {
  'Login / Sign Up': 'Welcome!',
  'Upload Your Photo': 'Welcome!',
  Pricing: 'Simple, Powerful Pricing',
  'Login required to upload images': 'Welcome!',
  'Start Restoring': 'Welcome!',
};

test.describe('a page that is translated while it sleeps', () => {
  for (const [name, title] of Object.entries(openers)) {
    test(`opens what ${name} opens, and it can be used`, async ({ page }) => {
      await page.goto('/');
      await translate(page);
      const opener = page.getByRole('button', { name }).first();
      await expect(opener).toContainText('‹');
      await opener.click();
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      await expect(page.locator('[data-early], [data-held]')).toHaveCount(0);
      await expect(dialog).toContainText(`‹${title}›`);
      if (name === 'Login / Sign Up') {
        await signUpHere(page, newAccount());
        await expect(page.getByRole('banner').getByRole('button', { name: '‹Logout›' })).toBeVisible();
        return;
      }
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(opener).toContainText('‹');
    });
  }
});

test('a page that an extension changes while it sleeps opens what is pressed', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    document.documentElement.dataset.dark = 'on';
    document.head.append(document.createElement('style'));
    document.body.prepend(document.createElement('extension-root'));
    for (const element of document.querySelectorAll('#root h1, #root h2, #root button, #root p')) {
      element.setAttribute('style', 'color: inherit');
      element.prepend(document.createElement('extension-mark'));
    }
  });
  const opener = page.getByRole('button', { name: 'Start Restoring' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await expect(dialog).toBeVisible();
  await expect(page.locator('[data-early], [data-held]')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});
