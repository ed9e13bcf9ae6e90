import { expect, test } from '@playwright/test';
import { plantEnlarged } from '../src/enlargedPhoto';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { axeFindings } from './page/axe';
import { touch } from './page/fingers';
import { photoCards } from './page/selectors';

const NAME = 'Mother Mary, with her brooch';

test('the viewer: zoom, views, faces and the other photos, with mouse, keys and fingers [spec 2.24]', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const { uid } = await arrive(page);
  await plantPhoto({ uid, createdAt: new Date(2024, 2, 5), shown: true });
  const faces = [{ x: 0.42, y: 0.13, width: 0.18, height: 0.16, verdict: null }];
  const file = photoFile('mary_mackillop_c1890.jpg');
  const { bytes } = await plantEnlarged({ uid, file, pixels: 5e6, name: NAME, faces });
  await expect(photoCards(page)).toHaveCount(2);

  const fetched: { range: string | undefined; bytes: number }[] = [];
  page.on('response', async (response) => {
    if (!/results%2F.*(restored-tiles|restored\.jpg)/.test(response.url())) return;
    const length = Number((await response.allHeaders())['content-length']);
    fetched.push({ range: response.request().headers().range, bytes: length });
  });
  const card = photoCards(page).first();
  const onCard = await card.locator('[data-compare]').boundingBox();
  // On the card, too, a label goes when its side is too small for it.
  const label = (side: string) => card.getByText(side, { exact: true });
  for (const [key, gone, stays] of [
    ['Home', 'Before', 'After'],
    ['End', 'After', 'Before'],
  ] as const) {
    await card.getByRole('slider').press(key);
    await expect(label(gone)).not.toBeInViewport();
    await expect(label(stays)).toBeInViewport();
  }
  const open = card.getByRole('button', { name: 'Full Screen' });
  await open.click();
  const viewer = page.getByRole('dialog', { name: `${NAME}, Full Screen` });
  const sharp = viewer.locator('[data-sharp]');
  const percent = async () =>
    Number.parseInt((await viewer.getByRole('button', { name: /^\d+%/ }).textContent()) || '0', 10);
  await expect(sharp).toBeVisible();
  expect(fetched).toEqual([]);
  const rail = async () => (await viewer.getByRole('slider').boundingBox())!;
  expect((await rail()).height).toBeGreaterThan(onCard!.height);
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);

  const fitted = await percent();
  await page.mouse.move(720, 300);
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -200);
  await expect.poll(percent).toBeGreaterThan(fitted * 3);
  await page.keyboard.press('1');
  await expect.poll(percent).toBe(100);
  await expect(sharp).toBeVisible();
  expect(fetched.length).toBeGreaterThan(1);
  for (const { range } of fetched) expect(range).toMatch(/^bytes=\d+-\d+$/);
  expect(fetched.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThan(bytes);
  // A drag moves the photo now, and not the split.
  await page.mouse.down();
  await page.mouse.move(600, 200, { steps: 3 });
  await page.mouse.up();
  await expect(viewer.getByRole('slider')).toHaveAttribute('aria-valuenow', '50');
  await page.mouse.dblclick(720, 300);
  await expect.poll(percent).toBe(fitted);
  await viewer.getByRole('button', { name: 'Go to face 1 of 1' }).click();
  await expect.poll(percent).toBeGreaterThan(fitted * 1.5);
  await page.keyboard.press('0');
  await viewer.getByRole('button', { name: 'Side by side' }).click();
  await expect(viewer.getByRole('slider')).toBeHidden();
  await viewer.getByRole('button', { name: 'Side by side' }).click();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('dialog', { name: /^Photo uploaded .*, Full Screen/ })).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(viewer).toBeVisible();

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 664 });
  await expect(sharp).toBeVisible();
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
  const small = await percent();
  const apart = [40, 60, 80, 100, 120].map((by) => [
    { x: 195 - by, y: 300 },
    { x: 195 + by, y: 300 },
  ]);
  await touch(page, apart);
  await expect.poll(percent).toBeGreaterThan(small * 2.5);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
  await touch(page, [...apart].reverse());
  await touch(page, [...apart].reverse());
  await expect.poll(percent).toBe(small);
  await touch(
    page,
    [300, 260, 200, 150].map((x) => [{ x, y: 200 }]),
  );
  await expect(page.getByRole('dialog', { name: /^Photo uploaded .*, Full Screen/ })).toBeVisible();
  await touch(
    page,
    [90, 150, 200, 250].map((x) => [{ x, y: 200 }]),
  );
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('the browser’s Back closes the viewer and every dialog, one by one, and only then leaves the page @phone', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid, createdAt: new Date(2024, 2, 5), shown: true });
  const card = photoCards(page).first();
  await card.getByRole('button', { name: 'Full Screen' }).click();
  const viewer = page.getByRole('dialog', { name: /Full Screen/ });
  await expect(viewer.locator('[data-sharp]')).toBeVisible();
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  await expect(card).toBeVisible();
  // Closed otherwise, it leaves nothing that Back would have to pass.
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const upload = page.getByRole('dialog', { name: 'Upload & Restore' });
  await upload.getByRole('button', { name: 'Close' }).click();
  await expect(upload).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await upload.locator('input[type=file]').setInputFiles(photoFile('mary_mackillop_c1890.jpg'));
  await expect(upload.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
  await page.goBack();
  await expect(upload).toHaveCount(0);
  await expect(card).toBeVisible();
  const here = page.url();
  await page.goBack();
  expect(page.url()).not.toBe(here);
});
