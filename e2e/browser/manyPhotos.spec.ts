import { expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { balanceOf, db } from '../src/admin';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { axeFindings } from './page/axe';
import { photoCards } from './page/selectors';
import { expectToast, toastOn } from './page/toast';

const DAY_MS = 24 * 60 * 60_000;
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const boxes = (page: Page) => page.getByRole('checkbox');

/** How many cards of a window stand side by side in the first row. */
const columns = (page: Page) =>
  page
    .getByRole('list')
    .filter({ has: photoCards(page) })
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);

/** Gives the browser a picker that chooses a file of the page's own disk, which a test can read. */
async function pickFilesOfThePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
}

/** The files of a zip that was streamed there, and its name. */
async function chosenZip(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const { name, base64 } = await page.evaluate(async () => {
    for await (const [name, handle] of (await navigator.storage.getDirectory()) as unknown as AsyncIterable<
      [string, FileSystemFileHandle]
    >) {
      const reader = new FileReader();
      const read = new Promise((resolve) => reader.addEventListener('load', resolve));
      reader.readAsDataURL(await handle.getFile());
      await read;
      return { name, base64: String(reader.result).split(',')[1] ?? '' };
    }
    throw new Error('There is no file');
  });
  return { name, files: unzipSync(Buffer.from(base64, 'base64')) };
}

test('many photos: days, sizes, one zip, and deleting several at once @phone-long @long', async ({ page }, {
  project,
}) => {
  const isPhone = project.name === 'phone';
  if (!isPhone) await pickFilesOfThePage(page);
  // Phones have no picker.
  else await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const { uid } = await arrive(page);
  const now = Date.now();
  const oldest = await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 2, 5, 9, 7) });
  await plantPhoto({ uid, status: 'failed', createdAt: new Date(now - 3 * DAY_MS) });
  await plantPhoto({ uid, shown: true, createdAt: new Date(now - DAY_MS) });
  const newest = await plantPhoto({ uid, shown: true });
  await expect(photoCards(page)).toHaveCount(4);
  const weekday = new Date(now - 3 * DAY_MS).toLocaleDateString('en-US', { weekday: 'long' });
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Today',
    'Yesterday',
    new RegExp(`^${weekday}, `),
    'Tuesday, March 5, 2024',
  ]);

  expect(await columns(page)).toBe(isPhone ? 1 : 3);
  await page.getByRole('radio', { name: 'Small' }).check();
  expect(await columns(page)).toBe(isPhone ? 2 : 5);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Small' })).toBeChecked();
  await expect(photoCards(page)).toHaveCount(4);
  await page.getByRole('radio', { name: 'Small' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Medium' })).toBeChecked();
  expect(await columns(page)).toBe(isPhone ? 1 : 3);

  // Upload goes along, and what gets the focus comes below it.
  await page.locator(`[data-photo="${oldest}"]`).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 5_000);
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeInViewport();
  await expect(page.getByRole('button', { name: '1 left' })).toBeInViewport();
  const bar = await upload.evaluate((button) => button.getBoundingClientRect().bottom);
  await page.locator(`[data-photo="${newest}"]`).getByRole('slider').focus();
  const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
  expect(top).toBeGreaterThanOrEqual(bar);

  await choose(page, 'Select');
  await boxes(page).first().click();
  await boxes(page)
    .last()
    .click({ modifiers: ['Shift'] });
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('4 selected');
  const download = isPhone ? page.waitForEvent('download') : null;
  await choose(page, 'Save 3 photos');
  const saving = page.getByRole('dialog', { name: 'Save 3 photos in one zip file' });
  await expect(saving.getByRole('radio', { name: /^JPG/ })).toBeChecked();
  if (isPhone) await saving.getByRole('radio', { name: /^PNG/ }).check();
  await saving.getByRole('checkbox', { name: 'The originals as well' }).setChecked(isPhone);
  await saving.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Photos Saved', `3 photos${isPhone ? ' and their originals' : ''} in one zip file.`);
  const files = download
    ? unzipSync(await (await (await download).createReadStream()).toArray().then((parts) => Buffer.concat(parts)))
    : (await chosenZip(page)).files;
  const named = (extension: string) => ['mary', 'mary (2)', 'mary (3)'].map((stem) => `${stem}.${extension}`);
  const isOriginal = (name: string) => name.startsWith('Originals/');
  const restored = Object.keys(files).filter((name) => !isOriginal(name));
  expect(restored).toEqual(named(isPhone ? 'png' : 'jpg'));
  for (const name of restored) expect((await sharp(files[name]).metadata()).format).toBe(isPhone ? 'png' : 'jpeg');
  const originals = Object.keys(files).filter(isOriginal);
  expect(originals).toEqual(isPhone ? named('jpg').map((name) => `Originals/${name}`) : []);

  const ids = async () =>
    (await db.collection('photos').where('user_id', '==', uid).get()).docs.map(({ id }) => id).sort();
  const before = await ids();
  const deleteThree = async () => {
    await choose(page, 'Select');
    await choose(page, 'Select All');
    await boxes(page).last().click();
    await choose(page, 'Delete 3 photos');
    const asked = page.getByRole('dialog', { name: 'Delete 3 photos?' });
    await asked.getByRole('button', { name: 'Delete 3 photos' }).click();
  };
  await deleteThree();
  await expectToast(page, 'Photos Deleted', /^3 photos can be brought back for 24 hours.* 1 credit has been refunded/);
  await expect(photoCards(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
  expect(await ids()).toEqual([oldest]);
  expect(await balanceOf(uid)).toBe(2);

  // Deleted by mistake: all is back, and what was given back is not taken.
  await toastOn(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Photos Are Back', /^3 photos/);
  await expect(photoCards(page)).toHaveCount(4);
  expect(await ids()).toEqual(before);
  expect(await balanceOf(uid)).toBe(2);

  // The toast is long gone.
  await deleteThree();
  await expectToast(page, 'Photos Deleted', /^3 photos can be brought back for 24 hours, in Your Account\.$/);
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click();
  const account = page.getByRole('dialog', { name: 'Your Account' });
  await account.getByRole('button', { name: 'Deleted photos' }).click();
  await expect(account.getByText(/Can be brought back until/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await account.getByRole('button', { name: 'Bring Back' }).click();
  await expect(account.getByText(/There are none now/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(photoCards(page)).toHaveCount(4);
  expect(await ids()).toEqual(before);

  // A device forgets everything with its user.
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(photoCards(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('heirlight.lastSeen'))).toBeNull();
});
