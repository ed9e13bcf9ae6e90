import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { bucket, db, filesBelow, setBalance } from '../src/admin';
import { photoFile, smallFile, smallPicture } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { arrive } from './page/account';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { chooseFile, uploadPhoto } from './page/upload';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload & Restore' });
const PHOTO = photoFile('mary_mackillop_c1890.jpg');

/** The dialog closes 5000 ms after the upload; the page's clock, which the test has installed, goes ahead of time. */
async function expectDialogToClose(page: Page): Promise<void> {
  await expect(dialogOf(page)).toContainText('Your photo is in.');
  // It is on the page behind the dialog already.
  await expect(photoCards(page)).toHaveCount(1);
  await page.clock.fastForward(5_000);
  await expect(dialogOf(page)).toBeHidden();
}

test('drop zone, then preview; the remove button and closing reset all of it [spec 2.37, 2.38, 2.39, 3.8, 3.9, 3.10, 3.11, 3.12, 3.13, 4.18, 9.2, 9.15] @phone-long', async ({
  page,
}) => {
  await arrive(page);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('PNG, JPG up to 25MB');
  await expect(dialog.locator('input[type=file]')).toHaveAttribute(
    'accept',
    /image\/png.*image\/jpeg|image\/jpeg.*image\/png/,
  );
  await dialog.locator('input[type=file]').setInputFiles(PHOTO);
  const tabs = dialog.getByRole('tab');
  await expect(tabs).toHaveCount(6);
  const descriptions = {
    DeepRestore: 'Revives badly damaged photos with facial accuracy and color.',
    Colorize: 'Colorizes and repairs images with natural tones and detail.',
    PhotoScaler: 'Boosts resolution with sharp detail, no color or damage fix.',
    PureFace: 'Restores faces only, leaving background and damage untouched.',
    'LowRez-Fix': 'Scales low-resolution images and enhances faces, no color or damage fix.',
    'Text-Remove': 'Removes watermarks and text.',
  };
  await expect(dialog.getByRole('tab', { name: 'DeepRestore' })).toHaveAttribute('aria-selected', 'true');
  for (const [name, description] of Object.entries(descriptions)) {
    await dialog.getByRole('tab', { name }).click();
    await expect(dialog.getByRole('tabpanel')).toContainText(description);
  }
  await expect(dialog.getByRole('tabpanel')).toContainText('What AI redraws may differ from what was there.');
  const columns = new Set(
    await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().left))),
  );
  expect(columns.size).toBe(3);

  // On a phone that lies on its side nothing covers the tools.
  const upright = page.viewportSize()!;
  await page.setViewportSize({ width: 664, height: 390 });
  await tabs.first().evaluate((tab) => tab.scrollIntoView({ block: 'center' }));
  const covered = await tabs.evaluateAll((all) =>
    all.flatMap((tab) => {
      const { left, top, width, height } = tab.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return tab.contains(seen) ? [] : [tab.textContent];
    }),
  );
  expect(covered).toEqual([]);
  await page.setViewportSize(upright);

  // The last tool is chosen.
  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await expect(dialog).toContainText('PNG, JPG up to 25MB');
  await dialog.locator('input[type=file]').setInputFiles(PHOTO);
  await expect(dialog.getByRole('tab', { name: 'DeepRestore' })).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('tab', { name: 'Colorize' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // By key: the tab may have lain in the same place, and two clicks there are a double click (ui/doubleClicks.ts).
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().press('Enter');
  await expect(dialog).toContainText('PNG, JPG up to 25MB');
});

test('a file over 25 MB and one that is no picture are refused; a picture is dropped and pasted [spec 4.18, 5.1, 5.2, 8.10, 9.1]', async ({
  page,
}) => {
  await arrive(page);
  const jpeg = readFileSync(PHOTO);
  // A file on disk: bytes that Playwright sends to the browser itself take half a minute on a busy machine.
  const attic = test.info().outputPath('attic.jpg');
  writeFileSync(attic, Buffer.concat([jpeg, Buffer.alloc(26 * 1024 * 1024 - jpeg.length)]));
  await chooseFile(page, attic);
  await expectToast(page, 'File too large', 'Please upload an image smaller than 25MB.');
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('PNG, JPG up to 25MB');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'grandmother.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  });
  await expectToast(page, 'Unsupported file', /It may be damaged/);
  await expect(dialog).toContainText('PNG, JPG up to 25MB');

  const bytes = readFileSync(PHOTO).toString('base64');
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    data.items.add(new File([content], 'dropped.jpg', { type: 'image/jpeg' }));
    return data;
  }, bytes);
  await dialog
    .locator('label')
    .filter({ has: page.locator('input[type=file]') })
    .dispatchEvent('drop', { dataTransfer: transfer });
  await expect(dialog.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await page.evaluate((data) => {
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, transfer);
  await expect(dialog.getByRole('button', { name: 'Remove photo' })).toBeVisible();
});

test('a broken picture fails with its reason as soon as it is chosen, and another can be [spec 2.37, 4.26, 5.5, 8.9] @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await chooseFile(page, {
    name: 'torn.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([readFileSync(PHOTO).subarray(0, 3), Buffer.from('not a picture at all')]),
  });
  await expectToast(page, 'Upload Failed', 'Failed to load image');
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('PNG, JPG up to 25MB');
  await dialog.locator('input[type=file]').setInputFiles(PHOTO);
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
  expect(await filesBelow(`images/${uid}/`)).toEqual([]);
});

/** XMP with a title, as photo programs write it. */
const titled = (title: string) =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>' +
  `<rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;

test('uploads an upright JPEG without metadata, calls restore with imageUrl, model and modelId, and does not wait [spec 3.22, 4.19, 4.20, 4.21, 4.22, 5.6, 7.4, 7.5, 9.3]', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  const body = page.waitForRequest(
    (request) => request.url().includes('replicate-restore') && request.method() === 'POST',
  );
  // Never answered.
  await page.route('**/replicate-restore', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  const upright = await smallPicture();
  const sideways = await sharp(upright)
    .rotate(90)
    .withExif({ IFD0: { Artist: 'Aunt Ida', ImageDescription: 'At the lake' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp(titled('Ida &amp; Rosa, Łódź'))
    .withMetadata({ orientation: 8, density: 600 })
    .jpeg()
    .toBuffer();
  await page.clock.install();
  await uploadPhoto(page, {
    file: { name: 'Aunt Ida (1890) ä.jpg', mimeType: 'image/jpeg', buffer: sideways },
    tool: 'Text-Remove',
  });
  await expectToast(page, 'Uploading your photo...', 'Getting your image ready for AI magic.');
  await expectDialogToClose(page);
  const { data } = (await body).postDataJSON();
  expect(data).toEqual({
    imageUrl: expect.stringMatching(/^http.*images%2F.*token=/),
    model: 'flux-kontext-apps/text-removal',
    modelId: 'textremove',
  });

  await expect(photoCards(page)).toHaveCount(1);
  const [path] = await filesBelow(`images/${uid}/`);
  expect(path).toMatch(new RegExp(`^images/${uid}/[0-9a-f-]{36}-Aunt_Ida__1890___\\.jpg$`));
  const [stored] = await bucket.file(path ?? '').download();
  const metadata = await sharp(stored).metadata();
  const original = await sharp(upright).metadata();
  expect(metadata.format).toBe('jpeg');
  expect(metadata.exif).toBeUndefined();
  expect([metadata.width, metadata.height]).toEqual([original.width, original.height]);
  const embedded = async () => {
    const { docs } = await db.collection('photos').where('user_id', '==', uid).get();
    return docs.map((photo) => photo.get('embedded'));
  };
  const said = { date: null, title: 'Ida & Rosa, Łódź', caption: 'At the lake', dpi: 600 };
  // The page shows the photo before the server has it.
  await expect.poll(embedded).toEqual([{ ...said, source_type: null, has_credentials: false }]);
});

test('a failed URL lookup does not stop the call, an error of the function is only logged, and the upload becomes a photo [spec 7.5] @long', async ({
  page,
}) => {
  await arrive(page);
  const called = page.waitForRequest(
    (request) => request.url().includes('replicate-restore') && request.method() === 'POST',
  );
  await page.route(`${suiteUrls.storage}/v0/b/**`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, body: '{}' })
      : route.continue(),
  );
  await page.route('**/replicate-restore', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('replicate-restore failed'));
  await page.clock.install();
  await uploadPhoto(page, { file: await smallFile(), tool: 'Text-Remove' });
  expect((await called).postDataJSON().data.imageUrl).toMatch(/^http.*images%2F[^?]*\?alt=media$/);
  expect((await logged).type()).toBe('error');
  await expect(photoCards(page)).toHaveCount(1);
  await expectDialogToClose(page);
  await expect(page.getByText('Failed')).toHaveCount(0);
});

test('5000 ms after the upload the dialog closes and is reset [spec 4.24, 9.4] @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  await setBalance(uid, 2);
  await expect(counter(page)).toContainText('2');
  await uploadPhoto(page, { file: await smallFile(), tool: 'PureFace' });
  await expect(dialogOf(page)).toContainText('Your photo is in.');
  const sent = Date.now();
  await expect(photoCards(page)).toHaveCount(1);
  await expect(dialogOf(page)).toBeHidden();
  // The words may have stood there for a moment before they were seen.
  expect(Date.now() - sent).toBeGreaterThan(4_000);
  await chooseFile(page, PHOTO);
  await expect(dialogOf(page).getByRole('tab', { name: 'DeepRestore' })).toHaveAttribute('aria-selected', 'true');
});

test('an upload that fails returns to the preview with the photo [spec 4.26, 7.4, 8.9] @long', async ({ page }) => {
  await arrive(page);
  await page.route(`${suiteUrls.storage}/v0/b/**`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, body: '{}' })
      : route.continue(),
  );
  await chooseFile(page, PHOTO);
  await dialogOf(page).getByRole('button', { name: 'Restore Photo' }).click();
  await expectToast(page, 'Upload Failed');
  await expect(dialogOf(page).getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
});

test('an upload whose answer gets lost on the way is one photo and one restore, and no failure is told @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  let lost = 0;
  await page.route(`${suiteUrls.storage}/v0/b/**`, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  // Small enough for one request, which the SDK sends again whatever happens to its answer.
  const buffer = await sharp(PHOTO).resize(320).jpeg().toBuffer();
  await page.clock.install();
  await chooseFile(page, { name: 'small.jpg', mimeType: 'image/jpeg', buffer });
  await dialogOf(page).getByRole('button', { name: 'Restore Photo' }).click();
  await expect.poll(() => lost).toBe(1);
  // Asked once, not until it is so: in this very moment the picture is stored and nobody has heard of it.
  expect(await dialogOf(page).getByRole('button', { name: 'Cancel upload' }).count()).toBe(0);
  await expect(photoCards(page)).toHaveCount(1);
  await expectDialogToClose(page);
  await expect(page.getByText('Upload Failed')).toHaveCount(0);
  expect(lost).toBe(1);
  await expect(counter(page)).toContainText('0');
  expect(await filesBelow(`images/${uid}/`)).toHaveLength(1);
});

test('an upload whose line is cut at every quarter goes on where it was, and is one photo for one restore @long', async ({
  page,
}) => {
  test.slow();
  const { uid } = await arrive(page);
  // Noise is not made smaller by a JPEG: several of the SDK's chunks.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const buffer = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: 'grey', noise } })
    .jpeg()
    .toBuffer();
  await chooseFile(page, { name: 'noise.jpg', mimeType: 'image/jpeg', buffer });
  let total = 0;
  const offsets: number[] = [];
  const cuts: string[] = [];
  await page.route(`${suiteUrls.storage}/**`, async (route) => {
    const headers = route.request().headers();
    const command = headers['x-goog-upload-command'] ?? '';
    if (command === 'start') total = Number(headers['x-goog-upload-header-content-length']);
    if (!command.startsWith('upload')) return route.continue();
    const offset = Number(headers['x-goog-upload-offset']);
    const end = offset + (route.request().postDataBuffer()?.length ?? 0);
    const quarter = Math.floor((4 * end) / total);
    // Once before it arrives and once after, in turn: then it is sent again, and must not be stored twice.
    const isCut = quarter > cuts.length;
    const arrives = !isCut || cuts.length % 2 === 1;
    if (isCut) cuts.push(`${quarter} ${arrives ? 'after' : 'before'}`);
    offsets.push(offset);
    if (!isCut) return route.continue();
    if (arrives) await route.fetch();
    return route.abort('connectionreset');
  });
  await dialogOf(page).getByRole('button', { name: 'Restore Photo' }).click();
  await expect(photoCards(page)).toHaveCount(1);
  expect(total).toBeGreaterThan(1024 * 1024);
  expect(cuts.length).toBeGreaterThan(2);
  // It never began anew.
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  const [files] = await bucket.getFiles({ prefix: `images/${uid}/` });
  expect(files.map(({ metadata }) => Number(metadata.size))).toContain(total);
  await expect.poll(async () => (await db.doc(`users/${uid}`).get()).get('restores_available')).toBe(0);
  expect((await db.collection('photos').where('user_id', '==', uid).get()).size).toBe(1);
});

test('with 0 restores nothing is sent: the toast and the pricing dialog come instead [spec 5.4, 6.4, 8.8] @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  await setBalance(uid, 0);
  await expect(counter(page)).toContainText('0');
  const sent: string[] = [];
  page.on('request', (request) => request.url().startsWith(suiteUrls.storage) && sent.push(request.url()));
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await expectToast(page, 'No Restores Left!', 'Please purchase a credit pack to continue.');
  const pricing = page.getByRole('dialog', { name: 'Simple, Powerful Pricing' });
  await expect(pricing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pricing).toBeHidden();

  // A photo can be looked at all the same, and waits on the device for its restore.
  await page.getByLabel('Choose a file').setInputFiles(PHOTO);
  await pricing.getByRole('button', { name: /^Look at a photo first, free/ }).click();
  await expect(dialogOf(page).getByRole('button', { name: /^Quick look/ })).toBeEnabled();
  await expect(dialogOf(page).getByRole('button', { name: /by hand, free/ })).toBeEnabled();
  await dialogOf(page).getByRole('button', { name: 'No Restores Left!' }).click();
  await expect(dialogOf(page)).toBeHidden();
  await pricing.getByRole('button', { name: /^Look at a photo first, free/ }).click();
  await expect(dialogOf(page).getByRole('img', { name: 'Your photo, before the restore' })).toBeVisible();
  expect(sent).toEqual([]);
});
