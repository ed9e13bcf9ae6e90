import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { db, filesBelow } from '../src/admin';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { axeFindings } from './page/axe';
import { pressInMenu } from './page/cards';
import { photoCards } from './page/selectors';
import { expectToast } from './page/toast';

const FORMATS = [
  { label: 'PNG', format: 'png', named: (id: string) => `restored-${id}.png` },
  { label: 'JPEG', format: 'jpeg', named: () => 'Mary in the garden.jpg' },
  { label: 'WebP', format: 'webp', named: () => 'Mary in the garden.webp' },
];

test('a photo is saved in every format and as a before/after card, with its name and what AI did', async ({ page }) => {
  const { uid } = await arrive(page);
  const photoId = await plantPhoto({ uid, shown: true });
  await db.doc(`photos/${photoId}`).update({ name: 'Mary in the garden', date_text: '12 June 1943' });
  await pressInMenu(photoCards(page), 'Other Formats');
  const dialog = page.getByRole('dialog', { name: 'Other Formats' });
  await expect(dialog).toContainText('Restored by AI.');
  const saved = async (press: RegExp) => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: press }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  for (const { label, format, named } of FORMATS) {
    const { name, bytes } = await saved(new RegExp(`^${label}`));
    const picture = await sharp(bytes).metadata();
    expect(picture.format).toBe(format);
    expect(picture.xmpAsString).toContain('compositeWithTrainedAlgorithmicMedia');
    expect(picture.xmpAsString).toContain('photoshop:DateCreated="1943-06-12"');
    expect(name).toBe(named(photoId));
  }
  const card = await saved(/^Save Card/);
  expect(card.name).toBe('Mary in the garden, before and after.jpg');
  expect(await sharp(card.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2160 });
});

test('a shared link shows the photo to a visitor without an account until it is taken back', async ({
  page,
  browser,
}) => {
  const { uid } = await arrive(page);
  const photoId = await plantPhoto({ uid, shown: true });
  const written = { name: 'Mary in the garden', date_text: 'about 1943', caption: 'With Emil, at the lake' };
  await db.doc(`photos/${photoId}`).update(written);
  await pressInMenu(photoCards(page), 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share This Photo' });
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(/\/\?shared=[0-9a-f]{32}$/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const visitor = await browser.newContext({ viewport: { width: 390, height: 664 } });
  const visit = await visitor.newPage();
  await visit.goto(link);
  await expect(visit.getByRole('heading', { level: 1, name: 'Mary in the garden' })).toBeVisible();
  await expect(visit).toHaveTitle(/^Mary in the garden/);
  await expect(visit.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const slider = visit.getByRole('slider', { name: /Mary in the garden/ });
  await slider.focus();
  await visit.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '55');
  const pictures = await visit
    .locator('[data-compare] img')
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
  for (const url of pictures) expect(url).not.toContain(uid);
  for (const text of ['about 1943', 'With Emil, at the lake']) await expect(visit.getByText(text)).toBeVisible();
  const downloading = visit.waitForEvent('download');
  await visit.getByRole('button', { name: 'Save Photo' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('Mary in the garden.jpg');
  expect((await sharp(await readFile(await file.path())).metadata()).xmpAsString).toContain('With Emil, at the lake');
  await expect
    .poll(async () => (await Promise.all(pictures.map((url) => visit.request.get(url)))).map((one) => one.status()))
    .toEqual([200, 200]);

  // Opened again, the dialog knows the link.
  await pressInMenu(photoCards(page), 'Manage Sharing');
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await dialog.getByRole('button', { name: 'Stop Sharing' }).click();
  await expectToast(page, 'Sharing Stopped');
  await expect(dialog.getByRole('button', { name: 'Create Link' })).toBeVisible();
  await visit.reload();
  await expect(visit.getByRole('heading', { name: 'This is not shared any more' })).toBeVisible();
  await expect(visit.getByRole('slider')).toHaveCount(0);
  const gone = await Promise.all(pictures.map((url) => visit.request.get(url)));
  for (const response of gone) expect(response.ok()).toBe(false);
  const [folder] = /shared\/[^/]+\//.exec(decodeURIComponent(pictures[0] ?? '')) ?? [];
  expect(await filesBelow(folder ?? 'shared/')).toEqual([]);
  await visitor.close();
});

test('several photos are shared by one link, until it is taken back in the account @long', async ({
  page,
  browser,
}) => {
  const { uid } = await arrive(page);
  const names = ['Emil', 'Rosa', 'Mary'];
  for (const [index, name] of names.entries()) {
    const fields = { name, date_text: `about 194${index}` };
    await plantPhoto({ uid, shown: true, createdAt: new Date(Date.now() - index * 60_000), fields });
  }
  await plantPhoto({ uid, status: 'failed', createdAt: new Date(2024, 2, 5) });
  await expect(photoCards(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Share 3 photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share 3 photos' });
  await expect(dialog).toContainText('1 of the photos you selected is left out');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  const field = dialog.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/\/\?shared=[0-9a-f]{32}$/);
  const link = await field.inputValue();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The same photos have the same link.
  await page.getByRole('button', { name: 'Share 3 photos' }).press('Enter');
  await expect(field).toHaveValue(link);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const visitor = await browser.newContext({ viewport: { width: 390, height: 664 } });
  const visit = await visitor.newPage();
  // A browser that does not ask where a file goes, as phones do not.
  await visit.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await visit.goto(link);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('3 photos, before and after');
  await expect(visit.getByRole('heading', { level: 2 })).toHaveText(names);
  for (const [index, name] of names.entries()) {
    await expect(visit.getByText(`about 194${index}`)).toBeVisible();
    await visit.getByRole('slider', { name: new RegExp(name) }).scrollIntoViewIfNeeded();
    const shown = visit.locator('[data-compare]').nth(index).locator('img');
    const widths = () => shown.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0));
    await expect.poll(widths).toEqual([true, true]);
  }
  expect(await axeFindings(visit)).toEqual([]);
  const downloading = visit.waitForEvent('download');
  await visit.getByRole('button', { name: 'Save Photo, Rosa' }).click();
  expect((await downloading).suggestedFilename()).toBe('Rosa.jpg');
  const zip = visit.waitForEvent('download');
  await visit.getByRole('button', { name: 'Save All 3 Photos' }).click();
  expect((await zip).suggestedFilename()).toMatch(/^Shared photos 20[\d-]{8}\.zip$/);
  const parts = await (await (await zip).createReadStream()).toArray();
  const saved = Object.entries(unzipSync(Buffer.concat(parts)));
  expect(saved.map(([name]) => name)).toEqual(names.map((name) => `${name}.jpg`));
  for (const [, bytes] of saved) expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  const status = visit.getByRole('status');
  await expect(status).toHaveText('3 photos saved in one zip file.');
  const urls = await visit
    .locator('[data-compare] img')
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
  expect(new Set(urls).size).toBe(6);
  const saveAll = visit.getByRole('button', { name: 'Save All 3 Photos' });
  const after = urls[3] ?? '';
  // One that never comes: whoever does not wait gets nothing.
  await visit.route(after, () => undefined);
  await saveAll.press('Enter');
  await expect(status).toHaveText('Saving 1 of 3...');
  await visit.getByRole('button', { name: 'Cancel' }).press('Enter');
  await visit.unroute(after);
  await visit.route(after, (route) => route.abort());
  await saveAll.press('Enter');
  await expect(visit.getByRole('alert')).toHaveText('2 photos saved. Not saved: Rosa. Please try again.');
  await visit.unroute(after);

  await page.getByRole('button', { name: 'Your Account' }).click();
  const account = page.getByRole('dialog', { name: 'Your Account' });
  await account.getByRole('button', { name: 'Shared sets' }).click();
  await expect(account.getByText('Emil, Rosa, and 1 more')).toBeVisible();
  await expect(account.getByRole('link', { name: /^Open: 3 photos/ })).toHaveAttribute('href', link);
  expect(await axeFindings(page)).toEqual([]);
  await account.getByRole('button', { name: /^Stop Sharing: 3 photos/ }).click();
  await expectToast(page, 'Sharing Stopped');
  await expect(account.getByText('You share no set of photos.')).toBeVisible();
  await visit.reload();
  await expect(visit.getByRole('heading', { name: 'This is not shared any more' })).toBeVisible();
  for (const gone of await Promise.all(urls.map((url) => visit.request.get(url)))) expect(gone.ok()).toBe(false);
  await visitor.close();
});
