import { RECENT_SIGN_IN_MS } from '@heirlight/contract/limits';
import { expect, test } from '@playwright/test';
import { auth, balanceOf, db, filesBelow } from '../src/admin';
import { ageSignIn } from '../src/people';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { counter, photoCards } from './page/selectors';
import { storedSession } from './page/storedSession';
import { expectDestructiveToast, expectToast } from './page/toast';

test('deleting the account asks for the word, takes everything along and kills every link', async ({ page }) => {
  const { uid, email } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  const photoId = await plantPhoto({ uid });
  await expect(photoCards(page)).toHaveCount(1);
  const link = (await db.doc(`photos/${photoId}`).get()).data()?.restored_url as string;
  expect((await fetch(link)).status).toBe(200);

  await page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Account' });
  await expect(dialog).toContainText(email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const confirm = dialog.getByRole('button', { name: 'Delete My Account' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type DELETE to confirm').fill('delet');
  await expect(confirm).toBeDisabled();
  // As a phone's keyboard writes it.
  await dialog.getByLabel('Type DELETE to confirm').fill('Delete ');
  await confirm.click();
  await expectToast(page, 'Account Deleted');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' })).toBeVisible();
  await expect(photoCards(page)).toHaveCount(0);

  await expect(auth.getUser(uid)).rejects.toMatchObject({ code: 'auth/user-not-found' });
  expect((await db.collection('photos').where('user_id', '==', uid).get()).size).toBe(0);
  expect([...(await filesBelow(`images/${uid}/`)), ...(await filesBelow(`results/${uid}/`))]).toEqual([]);
  expect((await fetch(link)).ok).toBe(false);

  // The ledger stays, without a word about the person.
  expect(await balanceOf(uid)).toBe(1);
  const kept = [
    (await db.doc(`users/${uid}`).get()).data(),
    ...(await db.collection(`users/${uid}/ledger`).get()).docs.map((entry) => entry.data()),
  ];
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toContain(email);
});

test('deleting the account asks for the password when the sign-in is not recent [spec 10.15] @long', async ({
  page,
}) => {
  const { uid, password } = await arrive(page);
  await ageSignIn(uid, RECENT_SIGN_IN_MS + 60_000);
  await storedSession(page, true);
  // The page renews its token, which says when the user signed in.
  await page.reload();

  await page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Account' });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const [typed, confirm] = [
    dialog.getByLabel('Password', { exact: true }),
    dialog.getByRole('button', { name: 'Delete My Account' }),
  ];
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await expect(typed).toHaveCount(0);
  await confirm.click();
  await expect(typed).toBeFocused();
  await expect(dialog).toContainText('You logged in a while ago. Please type your password to go on.');
  await expect(confirm).toBeDisabled();

  await typed.fill('a-wrong-password');
  await confirm.click();
  await expectDestructiveToast(page, 'Account Not Deleted');
  expect((await auth.getUser(uid)).disabled).toBe(false);
  await typed.fill(password);
  await confirm.click();
  await expectToast(page, 'Account Deleted');
  await expect(auth.getUser(uid)).rejects.toMatchObject({ code: 'auth/user-not-found' });
});
