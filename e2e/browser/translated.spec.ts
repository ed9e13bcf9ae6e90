import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { setBalance } from '../src/admin';
import { smallFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive, logOut, newAccount, openLogin, signUp, signUpHere } from './page/account';
import { cardButton, confirmDeletion, pressInMenu } from './page/cards';
import { counter, photoCards } from './page/selectors';
import { translate } from './page/translate';
import { chooseFile } from './page/upload';

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

/** Each button of the prerendered page, and the dialog that it opens. */
const openers = {
  'Login / Sign Up': 'Welcome!',
  'Upload Your Photo': 'Welcome!',
  Pricing: 'Simple, Powerful Pricing',
  'Login required to upload images': 'Welcome!',
  'Start Restoring': 'Welcome!',
};

test.describe('a page that is translated before its hydration', () => {
  for (const [name, title] of Object.entries(openers)) {
    const tag = ['Login / Sign Up', 'Pricing'].includes(name) ? '' : ' @long';
    test(`opens what ${name} opens, and it can be used${tag}`, async ({ page }) => {
      await page.goto('/');
      await translate(page);
      const opener = page.getByRole('button', { name }).first();
      await expect(opener).toContainText('‹');
      await opener.click();
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      await expect(page.locator('[data-early], [data-queued]')).toHaveCount(0);
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

test('a page that an extension changes before its hydration opens what is pressed', async ({ page }) => {
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
  await expect(page.locator('[data-early], [data-queued]')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

for (const translator of ['takes out', 'wraps'] as const) {
  test(`a page whose translator ${translator} its texts after hydration works, and its words follow @long`, async ({
    page,
  }) => {
    await page.goto('/');
    // Hydrated, and nothing translated yet.
    await openLogin(page);
    await expect(page.locator('[data-early], [data-queued]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await translate(page, translator);
    const banner = page.getByRole('banner');
    const { uid } = await signUp(page);
    await expect(counter(page)).toHaveText('1‹Restore Available›');

    await chooseFile(page, await smallFile());
    const upload = page.getByRole('dialog', { name: 'Upload & Restore' });
    await upload.getByRole('tab', { name: 'Colorize' }).click();
    await upload.getByRole('button', { name: 'Remove photo' }).click();
    await expect(upload.getByRole('button', { name: 'Remove photo' })).toHaveCount(0);
    await upload.getByRole('button', { name: 'Close' }).click();
    await expect(upload).toBeHidden();

    await plantPhoto({ uid });
    await setBalance(uid, 2);
    await expect(counter(page)).toHaveText('2‹Restores Available›');
    const card = photoCards(page);
    await expect(card).toHaveCount(1);
    for (const [label, name] of [
      ['Full Screen', 'Full Screen'],
      ['Delete', 'Delete this restored photo?'],
    ] as const) {
      await cardButton(card, label).click();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    const download = page.waitForEvent('download');
    await cardButton(card, 'Save').click();
    await download;

    await page.getByRole('main').getByRole('button', { name: 'Pricing' }).click();
    const pricing = page.getByRole('dialog', { name: 'Simple, Powerful Pricing' });
    await expect(pricing).toContainText('‹Use code ›FirstOrder‹ for 25% off');
    await pricing.getByRole('button', { name: 'Close' }).click();

    await banner.getByRole('button', { name: 'Your Account' }).click();
    const account = page.getByRole('dialog', { name: 'Your Account' });
    await expect(account).toContainText('‹Signed in as ›grandchild-');
    for (const part of await account.locator('summary, [aria-expanded]').all()) await part.click();
    await account.getByRole('button', { name: 'Close' }).click();

    await cardButton(card, 'Delete').click();
    await confirmDeletion(page);
    await expect(card).toHaveCount(0);
    await logOut(page);
    await expect(banner.getByRole('button')).toHaveText('‹Login / Sign Up›');
  });
}

test('what a photo offers works translated, and so does the page it is shared on @long', async ({ page, context }) => {
  const { uid } = await arrive(page);
  await translate(page);
  await plantPhoto({ uid });
  await plantPhoto({ uid, fields: { name: 'Mary' } });
  const cards = photoCards(page);
  await expect(cards).toHaveCount(2);
  const mary = cards.filter({ hasText: 'Mary' });
  const inDialog = async (entry: string, title: string, use?: (dialog: Locator) => Promise<void>) => {
    await pressInMenu(mary, entry);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await use?.(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await inDialog('Other Formats', 'Other Formats', (dialog) =>
    expect(dialog.getByRole('button', { name: 'Save Card' })).toBeVisible(),
  );
  await inDialog('Try Another Tool', 'Restore With Another Tool', (dialog) =>
    dialog.getByRole('tab', { name: 'Text-Remove' }).click(),
  );
  await inDialog('Continue From This Result', 'Continue From This Result');
  await inDialog('Edit Details', 'Edit Details', async (dialog) => {
    await dialog.getByLabel('Name').fill('Mary of 1890');
    await dialog.getByRole('button', { name: 'Save Details' }).click();
  });
  await expect(mary.getByRole('heading')).toHaveText('‹Mary of 1890›');
  let link = '';
  await inDialog('Share', 'Share This Photo', async (dialog) => {
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  });
  const visit = await context.newPage();
  await visit.goto(link);
  await translate(visit);
  await expect(visit.getByRole('slider')).toBeVisible();
  await visit.close();

  await page.getByRole('button', { name: 'Select' }).click();
  for (const [button, said] of [
    ['Select All', '‹2 selected›'],
    ['Select None', '‹0 selected›'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(said)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Stop selecting' }).click();
  const search = page.getByLabel('Search your photos');
  await search.fill('mary');
  await expect(page.getByText('‹1 photo found›')).toBeVisible();
  await search.fill('nobody');
  await expect(page.getByText('‹No photo matches “nobody”›').first()).toBeVisible();
});
