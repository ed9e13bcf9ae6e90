import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { printSnapshot } from '../src/pictures';
import { signUp } from './page/account';
import { expectToast } from './page/toast';
import { chooseFile } from './page/upload';

const testdata = (name: string) => fileURLToPath(new URL(`../../web/testdata/${name}`, import.meta.url));
const HEIC = testdata('portrait.heic');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload & Restore' });

const previewRatio = (page: Page) =>
  dialogOf(page)
    .getByAltText('Your photo, before the restore')
    .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);

test('a print is found, straightened, corrected by key and finger, and undone; a HEIC becomes a JPG @long', async ({
  page,
}) => {
  await page.goto('/');
  await signUp(page);
  await chooseFile(page, { name: 'snapshot.jpg', mimeType: 'image/jpeg', buffer: await printSnapshot() });
  const dialog = dialogOf(page);
  // The device looks at it beside others' work.
  await expect(dialog).toContainText('A print was found in your picture.');
  expect(await previewRatio(page)).toBeCloseTo(4 / 3, 2);
  await dialog.getByRole('button', { name: 'Straighten' }).click();
  await expect(dialog).toContainText('This is what will be restored.');
  await expect.poll(() => previewRatio(page)).toBeCloseTo(0.8, 1);

  await page.setViewportSize({ width: 390, height: 664 });
  await dialog.getByRole('button', { name: 'Adjust' }).press('Enter');
  const corner = dialog.getByRole('button', { name: 'Top left corner' });
  await expect(corner).toBeFocused();
  const before = await corner.boundingBox();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await corner.boundingBox())?.x).toBeGreaterThan((before?.x ?? 0) + 5);
  const held = await corner.boundingBox();
  if (!held) throw new Error('The corner is not shown');
  await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2);
  await page.mouse.down();
  await page.mouse.move(held.x + held.width / 2 - 30, held.y + held.height / 2 + 10, { steps: 4 });
  await expect.poll(async () => (await corner.boundingBox())?.x).toBeLessThan(held.x - 20);
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Turn right' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => previewRatio(page)).toBeGreaterThan(1);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => previewRatio(page)).toBeCloseTo(4 / 3, 2);

  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  const picker = dialog.locator('input[type=file]');
  await picker.setInputFiles({ name: path.basename(HEIC), mimeType: 'image/heic', buffer: readFileSync(HEIC) });
  await expect(dialog).toContainText('This is a HEIC photo. Convert it to JPG on this device?');
  await dialog.getByRole('button', { name: 'Convert to JPG' }).click();
  await expect.poll(() => previewRatio(page)).toBeCloseTo(384 / 480, 2);
  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await picker.setInputFiles({ name: 'scan.tif', mimeType: 'image/tiff', buffer: Buffer.from('II*\0broken') });
  await expectToast(page, 'Upload Failed', 'Failed to load image');
});

const APPLE_PNG = 'This PNG is made for an iPhone app and cannot be read here. Save it as JPG first.';

/** The preview's colour near its top left corner, from which all of these are red. */
const previewColour = (page: Page) =>
  dialogOf(page)
    .getByAltText('Your photo, before the restore')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const context = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      }).getContext('2d');
      context?.drawImage(image, 0, 0);
      return [...(context?.getImageData(4, 4, 1, 1).data ?? [])].slice(0, 3);
    });

/** Within what JPEG changes about a plain colour. */
async function expectColour(page: Page, [red, green, blue]: [number, number, number]): Promise<void> {
  const [r = 0, g = 0, b = 0] = await previewColour(page);
  expect(Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue)), `${r}, ${g}, ${b}`).toBeLessThan(8);
}

test('each file is what its content says: true colours, a part that is missing, a clear rejection @long', async ({
  page,
}) => {
  await page.goto('/');
  await signUp(page);
  await chooseFile(page, { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: readFileSync(testdata('q-p3.heic')) });
  const dialog = dialogOf(page);
  const picker = dialog.locator('input[type=file]');
  const choose = (name: string, as = name, mimeType = 'image/jpeg') =>
    picker.setInputFiles({ name: as, mimeType, buffer: readFileSync(testdata(name)) });
  // By key: two clicks on one place within half a second are a double click (ui/doubleClicks.ts).
  const remove = () => dialog.getByRole('button', { name: 'Remove photo' }).press('Enter');

  await dialog.getByRole('button', { name: 'Convert to JPG' }).click();
  await expectColour(page, [218, 0, 25]);
  await remove();

  await choose('t-planar.tif', 'scan.tif', 'image/tiff');
  await dialog.getByRole('button', { name: 'Convert to JPG' }).click();
  await expectColour(page, [200, 40, 40]);
  await remove();

  await choose('x-raw.dng', 'IMG_2.dng', 'image/x-adobe-dng');
  await expectToast(page, 'Unsupported file', 'This is a raw file from a camera. Save it as JPG or TIFF first.');
  await choose('p-cgbi.png', 'icon.png', 'image/png');
  await expectToast(page, 'Unsupported file', APPLE_PNG);

  await choose('j-no-end.jpg', 'panorama.heic', 'image/heic');
  await expectColour(page, [200, 40, 40]);
  await remove();

  await choose('p-no-iend.png', 'scan.webp', 'image/webp');
  await expectColour(page, [200, 40, 40]);
  await remove();

  await choose('j-truncated.jpg');
  await expect(dialog).toContainText('A part of this file is missing. What you see is what is restored.');
  await dialog.getByRole('button', { name: 'Restore Photo' }).click();
  await expectToast(page, 'Uploading your photo...', 'Getting your image ready for AI magic.');
});
