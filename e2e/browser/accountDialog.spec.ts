import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { db } from '../src/admin';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive, logIn, logOut } from './page/account';
import { axeFindings } from './page/axe';
import { buy, pay } from './page/checkout';
import { counter, photoCards } from './page/selectors';
import { expectDestructiveToast, expectToast, toastOn } from './page/toast';

test('the account dialog: billing history, receipts, password and everything in one zip @long', async ({ page }) => {
  test.slow();
  // As in browsers that cannot write to the disk.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const { uid, email, password } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  await buy(page, 25);
  await pay(page);
  await expectToast(page, 'Credits Added!');
  const photo = db.doc(`photos/${await plantPhoto({ uid, shown: true })}`);
  const { original_url } = (await photo.get()).data() ?? {};
  // By hand, all that the restore did is taken back.
  const adjustment = { ...PLAIN_RESULT, repair: 0, colour: 0, faces: 0, sharpness: 0, original_url };
  await photo.update({ name: 'Aunt Rosa', adjustment });
  await expect(photoCards(page)).toHaveCount(1);

  const dialog = page.getByRole('dialog', { name: 'Your Account' });
  const part = (name: string) => dialog.getByRole('button', { name, exact: true });
  const open = () => page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click();
  await open();
  await expect(dialog).toContainText('26 restores available');
  await part('Where your restores went').focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText([/^Bought.*26 left$/, /^A welcome from us.*1 left$/]);
  await part('Where your restores went').click();

  await part('Purchases and receipts').click();
  const receipt = dialog.getByRole('link', { name: /^Receipt for 25 restores, \$6\.00/ });
  const shown = page.waitForEvent('popup');
  await receipt.click();
  await expect((await shown).getByRole('main')).toContainText('$6.00');
  await (await shown).close();

  await part('Password').click();
  await dialog.getByLabel('Current Password').fill('a-wrong-one');
  await dialog.getByLabel('New Password').fill('a-better-one');
  await part('Change Password').click();
  await expectDestructiveToast(page, 'Password Update Failed');
  await dialog.getByLabel('Current Password').fill(password);
  await part('Change Password').click();
  await expectToast(page, 'Password Updated Successfully!', 'Your password has been updated.');

  // The server takes the sign-in that the change has left here.
  await part('Download everything').click();
  const download = page.waitForEvent('download');
  await part('Download Everything').click();
  const parts: Buffer[] = await (await (await download).createReadStream()).toArray();
  await expectToast(page, 'Everything Saved', '5 files in one zip file.');
  const files = unzipSync(Buffer.concat(parts));
  expect(Object.keys(files)).toEqual([
    'Before/Aunt Rosa.jpg',
    'After/Aunt Rosa.png',
    'Adjusted by Hand/Aunt Rosa.png',
    'Restores.csv',
    'Read me first.txt',
  ]);
  const levels = async (folder: string) => {
    const name = Object.keys(files).find((file) => file.startsWith(folder))!;
    return (await sharp(files[name]!).removeAlpha().stats()).channels.map(({ mean }) => mean);
  };
  const apart = (a: number[], b: number[]) => Math.max(...a.map((mean, index) => Math.abs(mean - b[index]!)));
  const [before, after, byHand] = await Promise.all(['Before', 'After', 'Adjusted'].map(levels));
  expect(apart(byHand!, before!)).toBeLessThan(1);
  expect(apart(byHand!, after!)).toBeGreaterThan(5);
  expect(strFromU8(files['Restores.csv']!)).toContain('"Bought","25","26"');
  expect(strFromU8(files['Read me first.txt']!)).toContain('25 restores: $6.00');

  await part('Delete account').click();
  await expect(dialog.getByLabel('Type DELETE to confirm')).toBeVisible();
  // One that is fading has no contrast.
  await expect(toastOn(page)).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await axeFindings(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await logOut(page);
  await logIn(page, { email, password: 'a-better-one' });
  await expect(photoCards(page)).toHaveCount(1);
});
