import { fileURLToPath } from 'node:url';
import { TOOL_IDS } from '@heirlight/contract/tools';
import { expect, test } from '@playwright/test';
import { forgetPhotosAtLoad, signUp } from '../browser/page/account';
import { cardButton, confirmDeletion } from '../browser/page/cards';
import { photoCards } from '../browser/page/selectors';
import { expectToast } from '../browser/page/toast';
import { chooseFile } from '../browser/page/upload';
import { setBalance } from '../src/admin';
import { demoFile, photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { suiteUrls } from '../src/suiteUrls';
import { shot } from './shot';

const STORAGE = `${suiteUrls.storage}/**`;
const PHOTO = demoFile('portrait-before');
const HEIC = fileURLToPath(new URL('../../web/testdata/portrait.heic', import.meta.url));
const NO_PHOTO = fileURLToPath(new URL('../README.md', import.meta.url));

/** What is held goes on when it is released. */
function hold() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

test('the tray', async ({ page }) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const files = [PHOTO, photoFile('mary_mackillop_c1890.jpg'), HEIC, NO_PHOTO, demoFile('colorization-before')];
  await page.getByRole('dialog', { name: 'Upload & Restore' }).locator('input[type=file]').setInputFiles(files);
  const tray = page.getByRole('dialog', { name: 'Restore several photos' });
  await expect(tray.locator('img')).toHaveCount(4, { timeout: 60_000 });
  await shot(page, '24-tray-too-few');
  await setBalance(uid, 26);
  await expect(tray).toContainText('uses 4 of your 26');
  await expect(tray.getByRole('button', { name: /^Use \d Suggested/ })).toBeVisible({ timeout: 60_000 });
  await shot(page, '24-tray');
  await page.keyboard.press('Escape');
  await expect(tray).toBeHidden();
  await shot(page, '25-tray-waits');
  const { held, release } = hold();
  await page.route(STORAGE, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await tray.getByRole('button', { name: 'Restore 4 Photos' }).click();
  await expect(page.getByRole('region', { name: 'Photos on their way' })).toContainText('Uploading 1 of 4');
  await shot(page, '26-tray-uploading');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(tray).toContainText(/Uploading \d+%/);
  await shot(page, '27-tray-uploading-open');
  await tray.getByRole('button', { name: 'Pause' }).click();
  await shot(page, '27-tray-paused');
  page.once('dialog', (question) => question.accept());
  await page.reload();
  await expect(tray).toContainText('Send them now?');
  await expect(tray.locator('img')).toHaveCount(4, { timeout: 60_000 });
  await shot(page, '27-tray-resumed');
  await tray.getByRole('button', { name: 'Restore 4 Photos' }).click();
  release();
  await expect(photoCards(page)).toHaveCount(4);
  await shot(page, '28-tray-sent');
});

test('the upload dialog', async ({ page }) => {
  await page.goto('/');
  await signUp(page);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await expect(dialog).toContainText('PNG, JPG up to 25MB');
  await shot(page, '20-upload-drop-zone');
  await page.keyboard.press('Escape');
  await chooseFile(page, PHOTO);
  await expect(dialog.getByRole('tab')).toHaveCount(6);
  await shot(page, '21-upload-preview');
  await dialog.getByRole('button', { name: /^Color it by hand/ }).press('Enter');
  await expect(page.getByRole('slider', { name: 'Spreads' })).toBeFocused({ timeout: 60_000 });
  await shot(page, '21-upload-by-hand');
  await page.getByRole('application').press(' ');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'false');
  await shot(page, '21-upload-by-hand-coloured');
  await page.getByRole('button', { name: 'Touch Up' }).press('Enter');
  await shot(page, '21-upload-by-hand-touch-up');
  await page.keyboard.press('Escape');
  await shot(page, '21-upload-by-hand-discard');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByRole('slider', { name: 'Spreads' })).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Quick look/ }).press('Enter');
  await dialog.getByRole('progressbar').waitFor();
  await shot(page, '21-upload-quick-look-working');
  const slider = dialog.getByRole('slider');
  await expect(slider).toBeFocused({ timeout: 120_000 });
  await shot(page, '21-upload-quick-look');
  const { held, release } = hold();
  await page.route(STORAGE, async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Restore Photo' }).click();
  await expectToast(page, 'Uploading your photo...');
  await shot(page, '22-upload-uploading');
  release();
  await expect(dialog).toContainText('Your photo is in.', { timeout: 40_000 });
  await shot(page, '23-upload-finishing');
  await expect(dialog).toBeHidden({ timeout: 20_000 });
  await expect(photoCards(page)).toHaveCount(1);
  await shot(page, '24-gallery-first-photo');
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const lookFirst = page.getByRole('button', { name: /^Look at a photo first/ });
  await expect(lookFirst).toBeVisible();
  await shot(page, '25-pricing-look-first');
  await lookFirst.click();
  await dialog.locator('input[type=file]').setInputFiles(PHOTO);
  await expect(dialog.getByRole('button', { name: 'No Restores Left!' })).toBeEnabled();
  await shot(page, '25-upload-look-first');
});

test('the gallery in all its states', async ({ page }) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  await plantPhoto({ uid });
  await plantPhoto({ uid, status: 'failed' });
  await plantPhoto({ uid, status: 'processing', progressPercent: 40 });
  await expect(photoCards(page)).toHaveCount(3);
  await shot(page, '30-gallery', { whole: true });
  await photoCards(page).first().scrollIntoViewIfNeeded();
  await shot(page, '31-gallery-cards');
  const restored = photoCards(page).filter({ has: page.getByRole('slider') });
  await restored.scrollIntoViewIfNeeded();
  await shot(page, '32-card-succeeded');
  await restored.getByRole('button', { name: 'Full Screen' }).click();
  await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible();
  await shot(page, '33-full-screen');
  await page.keyboard.press('Escape');
  await cardButton(restored, 'More').click();
  await expect(page.getByRole('menuitem', { name: 'Edit Details' })).toBeVisible();
  await shot(page, '34-menu');
  await page.getByRole('menuitem', { name: 'Try Another Tool' }).click();
  await expect(page.getByRole('dialog', { name: 'Restore With Another Tool' })).toBeVisible();
  await shot(page, '34-restore-again');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await restored.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete this restored photo?' })).toBeVisible();
  await shot(page, '34-delete');
  await confirmDeletion(page);
  await expectToast(page, 'Photo Deleted');
  await shot(page, '35-toast');

  await setBalance(uid, 0);
  await expect(page.getByRole('button', { name: 'See Plans' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await shot(page, '36-promo-banner');
  await page.context().setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await shot(page, '37-offline');
  await page.context().setOffline(false);
  await expect(page.getByText(/back online/)).toBeVisible();
  await shot(page, '38-back-online');

  const { held, release } = hold();
  await page.route(`${suiteUrls.firestore}/**`, async (route) => {
    await held;
    await route.abort();
  });
  await forgetPhotosAtLoad(page);
  await page.reload();
  await expect(page.getByText('Loading your photos')).toBeAttached();
  await shot(page, '39-gallery-loading');
  release();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible({ timeout: 40_000 });
  await shot(page, '40-gallery-error');
});

test('a gallery of many', async ({ page }) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  const files = [photoFile('mary_mackillop_c1890.jpg'), photoFile('hubbard_pryor_cdv_1864.jpg'), PHOTO];
  for (const [index, tool] of TOOL_IDS.entries()) await plantPhoto({ uid, tool, file: files[index % files.length] });
  await expect(photoCards(page)).toHaveCount(TOOL_IDS.length);
  await shot(page, '41-gallery-many', { whole: true });
});

test('the sliders of a photo', async ({ page }) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  const fields = { name: 'The cobbler', faces: [{ x: 0.4, y: 0.2, width: 0.2, height: 0.2, verdict: null }] };
  for (const [index, name] of (['damaged', 'colorization'] as const).entries()) {
    const createdAt = new Date(Date.now() - index * 60_000);
    const [file, restoredFile] = [demoFile(`${name}-before`), demoFile(`${name}-after`)];
    await plantPhoto({ uid, file, restoredFile, createdAt, fields, shown: true });
  }
  const slider = (name: string) => page.getByRole('slider', { name });
  for (const [index, moved] of [
    { Repair: 0, Sharpness: 100 },
    { Color: 30, Warmth: 60, Contrast: 50 },
  ].entries()) {
    await photoCards(page).nth(index).getByRole('button', { name: 'Full Screen' }).click();
    if (index === 0) await shot(page, '44-viewer-faces');
    await page.getByRole('button', { name: 'Adjust' }).click();
    await expect(slider('Repair')).toBeFocused();
    await shot(page, `45-adjust-${index}-opened`);
    for (const [name, percent] of Object.entries(moved)) await slider(name).fill(`${percent}`);
    await shot(page, `45-adjust-${index}-moved`);
    await page.getByRole('button', { name: 'Touch Up' }).click();
    await page.getByRole('button', { name: 'Whole Face' }).click();
    await page.getByRole('application').press('ArrowDown');
    await page.getByRole('application').press(' ');
    await shot(page, `45-adjust-${index}-touched-up`);
    await page.getByRole('button', { name: 'Color', exact: true }).click();
    await page.getByRole('button', { name: 'Color the Face' }).click();
    await shot(page, `45-adjust-${index}-coloured`);
    await page.keyboard.press('Escape');
    await shot(page, `45-adjust-${index}-discard`);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(slider('Repair')).toHaveCount(0);
    // The key goes to what has the focus, which comes back when the question has faded.
    await expect(page.getByRole('button', { name: 'Adjust' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
