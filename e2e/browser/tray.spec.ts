import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { bucket, db, setBalance } from '../src/admin';
import { demoFile, printSnapshot, scanOfTwo, smallPicture } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { arrive, endElsewhere, logIn, logInHere, newAccount, openLogin, revoke, signUpHere } from './page/account';
import { axeFindings } from './page/axe';
import { counter, photoCards } from './page/selectors';
import { expectDestructiveToast, expectToast, toastOn } from './page/toast';

const trayOf = (page: Page) => page.getByRole('dialog', { name: 'Restore several photos' });
const barOf = (page: Page) => page.getByRole('region', { name: 'Photos on their way' });
const rowOf = (page: Page, name: string) => trayOf(page).getByRole('listitem').filter({ hasText: name });
const HEIC = fileURLToPath(new URL('../../web/testdata/portrait.heic', import.meta.url));
const CUT_OFF = fileURLToPath(new URL('../../web/testdata/j-truncated.jpg', import.meta.url));
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('milk, bread') };
const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await smallPicture() });

/** Arrives with so many restores, and opens the upload dialog by its button. */
async function arriveWith(page: Page, restores: number): Promise<string> {
  const { uid } = await arrive(page);
  await setBalance(uid, restores);
  await expect(counter(page)).toContainText(`${restores}`);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  return uid;
}

const pickerOf = (page: Page) => page.getByRole('dialog', { name: 'Upload & Restore' }).locator('input[type=file]');
const balanceOf = async (uid: string) => (await db.doc(`users/${uid}`).get()).get('restores_available');
const photosOf = async (uid: string) => {
  const { docs } = await db.collection('photos').where('user_id', '==', uid).get();
  return docs.map((doc) => `${doc.get('name')} ${doc.get('tool')}`).sort();
};

test('four files at once: three are restored for exactly three restores, and the text file says what it is @phone', async ({
  page,
}) => {
  const uid = await arriveWith(page, 5);
  await pickerOf(page).setInputFiles([await photo('ada.jpg'), notes, await photo('ben.jpg'), await photo('cora.jpg')]);
  const tray = trayOf(page);
  await expect(tray).toContainText('3 photos, uses 3 of your 5 restores.');
  await expect(tray.getByRole('listitem')).toHaveCount(4);
  await expect(rowOf(page, 'notes.txt')).toContainText('Please choose a PNG or JPG photo.');
  await expect(tray.locator('img')).toHaveCount(3);
  await tray.getByLabel('Tool for all photos').selectOption('PhotoScaler');
  await tray.getByLabel('Tool for ben.jpg').selectOption('LowRez-Fix');
  expect(await axeFindings(page)).toEqual([]);

  await tray.getByRole('button', { name: 'Restore 3 Photos' }).click();
  await expect(tray).toBeHidden();
  await expectToast(page, '3 photos are being restored');
  await expect(photoCards(page)).toHaveCount(3);
  await expect(barOf(page)).toHaveCount(0);
  await expect(counter(page)).toContainText('2');
  await expect.poll(() => photosOf(uid)).toEqual(['ada photoscaler', 'ben lowrezfix', 'cora photoscaler']);
  expect(await balanceOf(uid)).toBe(2);

  // One toast for all of them, from which they can be saved together.
  await expect(toastOn(page).getByText('3 of 3 photos restored', { exact: true })).toBeVisible();
  await toastOn(page).getByRole('button', { name: 'Select Them' }).click();
  await expect(page.getByText('3 selected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 3 photos' })).toBeEnabled();
});

test('too few restores, a refused upload and another try, by keys', async ({ page }) => {
  const uid = await arriveWith(page, 2);
  const cutOff = { ...(await photo('cora.jpg')), buffer: readFileSync(CUT_OFF) };
  await pickerOf(page).setInputFiles([await photo('ada.jpg'), await photo('ben.jpg'), cutOff]);
  const tray = trayOf(page);
  await expect(tray).toContainText('3 photos, and you have 2 restores: 1 more is needed.');
  await expect(rowOf(page, 'cora.jpg')).toContainText('A part of this file is missing.');
  const press = async (name: string, key = 'Enter') => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press(key);
  };
  await press('See Plans');
  await expect(page.getByRole('dialog', { name: 'Simple, Powerful Pricing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(barOf(page)).toContainText('3 photos wait to be sent');
  expect(await axeFindings(page, '#tray')).toEqual([]);
  await press('Show');
  await press('Remove cora.jpg', 'Space');
  await expect(tray.getByRole('list')).toBeFocused();
  await expect(tray).toContainText('2 photos, uses 2 of your 2 restores.');

  // The server refuses the first upload.
  let rejections = 0;
  await page.route(`${suiteUrls.storage}/**`, async (route) => {
    const isUpload = route.request().method() === 'POST';
    if (isUpload && rejections === 0) {
      rejections += 1;
      await route.fulfill({ status: 403, json: { error: { code: 403, message: 'Permission denied.' } } });
    } else await route.continue();
  });
  await press('Restore 2 Photos');
  await expect(tray).toBeHidden();
  await expectDestructiveToast(page, '1 of 2 photos is being restored', /^Not sent: (ada|ben)\.jpg\.$/);
  await expect(barOf(page)).toContainText('1 photo could not be sent');
  await barOf(page).getByRole('button', { name: 'Show' }).focus();
  await page.keyboard.press('Enter');
  await expect(tray.getByRole('listitem')).toContainText('The upload was refused.');
  await tray.getByRole('button', { name: /^Try again: / }).focus();
  await page.keyboard.press('Enter');
  await expect(tray).toBeHidden();
  await expect.poll(() => photosOf(uid)).toHaveLength(2);
  await expect(photoCards(page)).toHaveCount(2);
  await expect.poll(() => balanceOf(uid)).toBe(0);
  const [files] = await bucket.getFiles({ prefix: `images/${uid}/` });
  expect(files.length).toBeGreaterThanOrEqual(2);
});

test('a reload while photos are sent asks once, and sends the rest for exactly their restores @long', async ({
  page,
}) => {
  const uid = await arriveWith(page, 3);
  await pickerOf(page).setInputFiles([await photo('ada.jpg'), await photo('ben.jpg'), await photo('cora.jpg')]);
  const tray = trayOf(page);
  await tray.getByLabel('Tool for ben.jpg').selectOption('PhotoScaler');
  // One upload is answered, one arrives and its answer is lost, one never leaves the device.
  let uploads = 0;
  let isCut = true;
  await page.route(`${suiteUrls.storage}/**`, async (route) => {
    if (!isCut || route.request().method() !== 'POST') return route.continue();
    uploads += 1;
    if (uploads === 1) return route.continue();
    if (uploads === 2) await route.fetch();
  });
  await tray.getByRole('button', { name: 'Restore 3 Photos' }).press('Enter');
  await expect(photoCards(page)).toHaveCount(2);
  await expect.poll(() => uploads).toBe(3);

  page.once('dialog', (question) => question.accept());
  await page.reload();
  isCut = false;
  await expect(tray).toContainText('This photo was not sent before the page was closed. Send it now?');
  await expect(tray).toContainText('1 photo, uses 1 of your 1 restore.');
  await expect(tray.locator('img')).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  // Whoever leaves it is not asked again: the bar says that it waits.
  await page.keyboard.press('Escape');
  await expect(barOf(page)).toContainText('1 photo waits to be sent');
  await page.reload();
  await expect(barOf(page)).toContainText('1 photo waits to be sent');
  await expect(tray).toHaveCount(0);
  await barOf(page).getByRole('button', { name: 'Show' }).press('Enter');
  await tray.getByRole('button', { name: 'Restore 1 Photo' }).press('Enter');
  await expect(photoCards(page)).toHaveCount(3);
  await expect.poll(() => photosOf(uid)).toEqual([...['ada deeprestore', 'ben photoscaler', 'cora deeprestore']]);
  await expect.poll(() => balanceOf(uid)).toBe(0);
  await expect(barOf(page)).toHaveCount(0);
  // Nothing is left of it on the device.
  expect(await page.evaluate(() => caches.keys())).not.toContainEqual(expect.stringMatching(/^tray-/));
});

/** Pastes photos of these names into the page. */
const paste = async (page: Page, ...names: string[]) =>
  page.evaluate(
    ([base64 = '', ...pasted]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      for (const name of pasted) data.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    [(await smallPicture()).toString('base64'), ...names],
  );

test('several that are chosen before a login survive a reload of it; without room on the device the tray says so @long', async ({
  page,
}) => {
  await page.goto('/');
  await paste(page, 'ada.jpg', 'ben.jpg');
  const login = page.getByRole('dialog', { name: 'Welcome!' });
  await expect(login).toContainText('ada.jpg is here. 1 more photo waits for its turn.');
  await page.reload();
  await openLogin(page);
  await expect(login).toContainText('ada.jpg is here. 1 more photo waits for its turn.');
  await signUpHere(page);
  await expect(trayOf(page)).toContainText('2 photos, and you have 1 restore: 1 more is needed.');

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 });
  await paste(page, 'cora.jpg');
  await expect(trayOf(page)).toContainText('This device has no room to keep them.');
});

test('prints in the tray are straightened and suggested tools taken, for all at once, and a reload keeps that @long', async ({
  page,
}) => {
  await arriveWith(page, 5);
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
  await pickerOf(page).setInputFiles([
    file('snapshot.jpg', await printSnapshot()),
    file('aunt.jpg', readFileSync(demoFile('colorization-before'))),
    { name: 'portrait.heic', mimeType: 'image/heic', buffer: readFileSync(HEIC) },
  ]);
  const tray = trayOf(page);
  // Chromium decodes no HEIC: the page does.
  const heicRatio = () =>
    rowOf(page, 'portrait.heic')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
  await expect.poll(heicRatio).toBeCloseTo(384 / 480, 1);
  const straighten = tray.getByRole('button', { name: 'Straighten the print in snapshot.jpg' });
  const suggestion = tray.getByRole('button', {
    name: 'Suggested: Colorize. It is black and white. Use it for aunt.jpg',
  });
  await expect(straighten).toBeVisible();
  await expect(suggestion).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await tray.getByRole('button', { name: 'Straighten 1 Print' }).press('Enter');
  await expect(rowOf(page, 'snapshot.jpg')).toContainText('The print is straightened.');
  const ratio = () =>
    rowOf(page, 'snapshot.jpg')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
  await expect.poll(ratio).toBeCloseTo(0.8, 1);
  await tray.getByRole('button', { name: /^Use \d Suggested Tools?$/ }).press('Enter');
  await expect(tray.getByLabel('Tool for aunt.jpg')).toHaveValue('colorize');
  await expect(suggestion).toHaveCount(0);

  await page.reload();
  await expect(rowOf(page, 'snapshot.jpg')).toContainText('The print is straightened.');
  await expect(tray.getByLabel('Tool for aunt.jpg')).toHaveValue('colorize');
  await tray.getByRole('button', { name: 'Undo straightening snapshot.jpg' }).press('Enter');
  await expect.poll(ratio).toBeCloseTo(4 / 3, 1);
});

test('two prints on one scan become two photos: from the dialog and from a row of the tray @long', async ({ page }) => {
  await arriveWith(page, 5);
  const scan = { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: await scanOfTwo() };
  await pickerOf(page).setInputFiles(scan);
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await expect(dialog).toContainText('2 prints were found in your picture.');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore Them as 2 Photos' }).press('Enter');
  const tray = trayOf(page);
  const names = tray.getByRole('listitem').locator('[translate=no]');
  await expect(names).toHaveText(['scan 1.jpg', 'scan 2.jpg']);
  await expect(tray).toContainText('2 photos, uses 2 of your 5 restores.');
  const ratioOf = (name: string) =>
    rowOf(page, name)
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
  await expect.poll(() => ratioOf('scan 1.jpg')).toBeCloseTo(420 / 560, 1);
  await expect.poll(() => ratioOf('scan 2.jpg')).toBeCloseTo(460 / 380, 1);

  await tray.getByRole('button', { name: 'Undo straightening scan 2.jpg' }).press('Enter');
  await tray.getByRole('button', { name: 'Remove scan 1.jpg' }).press('Enter');
  await page.locator('body').evaluate((body, base64) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    data.items.add(new File([bytes], 'more.jpg', { type: 'image/jpeg' }));
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, scan.buffer.toString('base64'));
  await tray.getByRole('button', { name: 'Make 2 photos of more.jpg' }).press('Enter');
  await expect(names).toHaveText(['scan 2.jpg', 'more 1.jpg', 'more 2.jpg']);
});

test('a pause lets what is all sent be answered, and begins nothing new @long', async ({ page }) => {
  const uid = await arriveWith(page, 4);
  await pickerOf(page).setInputFiles(
    await Promise.all(['ada.jpg', 'ben.jpg', 'cora.jpg', 'dora.jpg'].map((name) => photo(name))),
  );
  // The answers to the first three come when the tray is paused.
  let uploads = 0;
  let answer = () => {};
  const isPaused = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`${suiteUrls.storage}/**`, async (route) => {
    if (route.request().method() === 'POST') {
      uploads += 1;
      await isPaused;
    }
    // Of an upload that was stopped nothing can go on.
    await route.continue().catch(() => undefined);
  });
  await trayOf(page).getByRole('button', { name: 'Restore 4 Photos' }).press('Enter');
  await expect.poll(() => uploads).toBe(3);
  await barOf(page).getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(barOf(page)).toContainText('Paused: 0 of 4 sent');
  answer();
  await expect(barOf(page)).toContainText('Paused: 3 of 4 sent');
  expect(uploads).toBe(3);
  await barOf(page).getByRole('button', { name: 'Go On' }).press('Enter');
  await expect(barOf(page)).toHaveCount(0);
  await expect.poll(() => balanceOf(uid)).toBe(0);
});

test('photos that are not sent when the session ends wait for their owner’s next login; somebody else’s ends them @phone @long', async ({
  page,
}) => {
  const [ada, ben] = [await arrive(page), newAccount()];
  const lose = async () => {
    await endElsewhere(page, ada.uid, revoke);
    await expectDestructiveToast(page, 'You have been logged out', 'Your session has ended. Please log in again.');
    await expect(barOf(page)).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await pickerOf(page).setInputFiles([await photo('ada.jpg'), await photo('ben.jpg')]);
  await expect(trayOf(page)).toBeVisible();
  // Another window of the same user hears of it first or last.
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.bringToFront();
  await lose();
  await expectDestructiveToast(other, 'You have been logged out', 'Your session has ended. Please log in again.');
  await other.close();
  await page.reload();
  await openLogin(page);
  await logInHere(page, ada);
  await expect(trayOf(page).getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(barOf(page)).toContainText('2 photos wait to be sent');

  await lose();
  await openLogin(page);
  await signUpHere(page, ben);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Logged Out Successfully!');
  await logIn(page, ada);
  await expect(counter(page)).toContainText(/\d/);
  await expect(barOf(page)).toHaveCount(0);
  await expect(trayOf(page)).toBeHidden();
});

test('who logs out while photos are not sent is asked, and loses none by staying @phone @long', async ({ page }) => {
  await arriveWith(page, 4);
  await pickerOf(page).setInputFiles([await photo('ada.jpg'), await photo('ben.jpg')]);
  await expect(trayOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(barOf(page)).toContainText('2 photos wait to be sent');
  // Below the landing page's first screen.
  await expect(barOf(page)).toBeInViewport({ ratio: 0.95 });
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  const question = page.getByRole('dialog', { name: 'Log Out Now?' });
  await expect(question).toContainText('2 photos are not sent yet.');
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Stay Logged In' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(logout).toBeFocused();
  await expect(barOf(page)).toContainText('2 photos wait to be sent');

  // Another window would take them from this one.
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Logout' }).click();
  const askedThere = other.getByRole('dialog', { name: 'Log Out Now?' });
  await expect(askedThere).toContainText('2 photos are not sent yet.');
  await askedThere.getByRole('button', { name: 'Stay Logged In' }).press('Enter');
  await expect(askedThere).toBeHidden();
  await other.close();

  await logout.press('Enter');
  await question.getByRole('button', { name: 'Log Out' }).press('Enter');
  await expectToast(page, 'Logged Out Successfully!');
  await expect(barOf(page)).toHaveCount(0);
});
