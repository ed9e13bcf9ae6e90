import { expect, type Page, test } from '@playwright/test';
import { setBalance } from '../src/admin';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { openLogin, signUp } from './page/account';
import { axeFindings } from './page/axe';
import { cardButton, pressInMenu } from './page/cards';
import { photoCards } from './page/selectors';
import { chooseFile } from './page/upload';

/** Expects that no rule of axe-core finds anything, once what fades in has arrived. */
async function expectClean(page: Page, where: string): Promise<void> {
  await expect.poll(() => axeFindings(page), where).toEqual([]);
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

// What a state is made of is the same on both devices, and so are a scheme's colours.
for (const [colorScheme, device] of [
  ['light', 'phone'],
  ['dark', 'desktop'],
] as const) {
  test(`axe: all dialogs and states, ${colorScheme} @phone-long @long`, async ({ page }, { project }) => {
    test.skip(project.name !== device);
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/');
    await openLogin(page);
    for (const tab of ['Login', 'Sign Up', 'Reset']) {
      await dialog(page, 'Welcome!').getByRole('tab', { name: tab }).click();
      await expectClean(page, tab);
    }
    await dialog(page, 'Welcome!').getByRole('tab', { name: 'Sign Up' }).click();
    await dialog(page, 'Welcome!').getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectClean(page, 'a destructive toast');
    await close(page);

    const { uid } = await signUp(page);
    for (const status of ['succeeded', 'processing', 'failed'] as const) await plantPhoto({ uid, status });
    await expect(photoCards(page)).toHaveCount(3);
    await expectClean(page, 'gallery');
    await page.getByRole('radio', { name: 'Small' }).check();
    await expectClean(page, 'small cards');
    await page.getByRole('radio', { name: 'Medium' }).check();
    await page.getByRole('searchbox').fill('nobody');
    await expect(page.getByRole('button', { name: 'Clear Search' })).toBeVisible();
    await expectClean(page, 'nothing found');
    await page.getByRole('button', { name: 'Clear Search' }).click();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox').first().click();
    await expectClean(page, 'selecting');
    await page.getByRole('button', { name: 'Delete 1 photo' }).click();
    await expect(dialog(page, 'Delete 1 photo?')).toBeVisible();
    await expectClean(page, 'deleting several');
    await close(page);
    await page.getByRole('button', { name: 'Stop selecting' }).click();

    await photoCards(page).getByRole('button', { name: 'Full Screen' }).click();
    await expect(dialog(page, 'Full Screen').getByRole('slider')).toBeVisible();
    await expectClean(page, 'full screen');
    await page.getByRole('button', { name: 'Side by side' }).click();
    await expectClean(page, 'side by side');
    await page.keyboard.press('1');
    await page.keyboard.down('h');
    await expectClean(page, 'the original, held and zoomed');
    await page.keyboard.up('h');
    await close(page);
    await cardButton(photoCards(page), 'More').click();
    await expect(page.getByRole('menuitem', { name: 'Edit Details' })).toBeVisible();
    await expectClean(page, 'menu of a photo');
    await page.getByRole('menuitem', { name: 'Edit Details' }).click();
    await expect(dialog(page, 'Edit Details')).toBeVisible();
    await expectClean(page, 'details');
    await close(page);
    await cardButton(photoCards(page), 'Delete').click();
    await expect(dialog(page, 'Delete this restored photo?')).toBeVisible();
    await expectClean(page, 'deleting');
    await close(page);
    await pressInMenu(photoCards(page), 'Other Formats');
    await expect(dialog(page, 'Other Formats').getByRole('button', { name: 'Save Card' })).toBeVisible();
    await expectClean(page, 'other formats');
    await close(page);
    await pressInMenu(photoCards(page), 'Share');
    await dialog(page, 'Share This Photo').getByRole('button', { name: 'Create Link' }).click();
    const link = await dialog(page, 'Share This Photo').getByRole('textbox', { name: 'Link' }).inputValue();
    await expectClean(page, 'sharing');
    await close(page);
    const visit = await page.context().newPage();
    await visit.goto(link);
    await expect(visit.getByRole('slider')).toBeVisible();
    await expectClean(visit, 'a shared photo');
    await visit.close();
    await pressInMenu(photoCards(page), 'Try Another Tool');
    await expect(dialog(page, 'Restore With Another Tool')).toBeVisible();
    await expectClean(page, 'restore again');
    await close(page);

    await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
    await expect(dialog(page, 'Upload & Restore').getByRole('tab')).toHaveCount(6);
    await expectClean(page, 'preview');
    await dialog(page, 'Upload & Restore').getByRole('button', { name: 'Remove photo' }).click();
    await expectClean(page, 'drop zone');
    await close(page);

    await page.getByRole('button', { name: 'Your Account' }).click();
    await expect(dialog(page, 'Your Account')).toBeVisible();
    await expectClean(page, 'account');
    await close(page);

    await setBalance(uid, 0);
    await expect(page.getByRole('button', { name: 'See Plans' })).toBeVisible();
    await expectClean(page, 'promo banner');
    await page.getByRole('button', { name: 'See Plans' }).click();
    await expect(dialog(page, 'Simple, Powerful Pricing').getByRole('listitem')).toHaveCount(3);
    await expectClean(page, 'pricing');
    await page.goto('/#type=recovery&oobCode=used');
    await page.reload();
    await expect(dialog(page, 'Reset Your Password').getByRole('alert')).toBeVisible();
    await expectClean(page, 'recovery');
  });
}
