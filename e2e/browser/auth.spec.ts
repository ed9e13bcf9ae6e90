import { expect, test } from '@playwright/test';
import { auth } from '../src/admin';
import { signIn } from '../src/people';
import { suiteUrls } from '../src/suiteUrls';
import { logIn, logOut, newAccount, openLogin, signUp } from './page/account';
import { mailedLink, wayBack } from './page/mailbox';
import { expectCoversNothing, expectDestructiveToast, expectToast } from './page/toast';

test('signing up signs in and sends a working link [spec 2.5, 2.32, 2.34, 4.15, 4.35, 7.8, 8.4] @phone-long', async ({
  page,
}) => {
  await page.goto('/');
  const account = await signUp(page);
  await expectToast(page, 'Sign Up Successful!', 'Please check your email to verify your account.');
  expect((await auth.getUser(account.uid)).emailVerified).toBe(false);
  const link = await mailedLink(account.email, 'VERIFY_EMAIL');
  expect(wayBack(link)).toBe(suiteUrls.app);
  await page.goto(link);
  await expect.poll(async () => (await auth.getUser(account.uid)).emailVerified).toBe(true);
  await expect(page).toHaveURL('/');
});

test('a new address is confirmed by its link, and a change is taken back by the link to the old one @long', async ({
  page,
  request,
}) => {
  const update = (what: string, data: object) =>
    request.post(`${suiteUrls.auth}/identitytoolkit.googleapis.com/v1/accounts:${what}?key=local-suite`, { data });
  await page.goto('/');
  const { email, password, uid } = await signUp(page);
  const added = newAccount().email;
  const idToken = await signIn(email);
  await update('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: added });
  await page.goto(await mailedLink(added, 'VERIFY_AND_CHANGE_EMAIL'));
  await expectToast(page, 'Email Address Changed', `From now on you log in with ${added}.`);
  await expect(page).toHaveURL('/');
  await logIn(page, { email: added, password });

  const thief = newAccount().email;
  await update('update', { idToken: await signIn(added), email: thief });
  expect((await auth.getUser(uid)).email).toBe(thief);
  await page.goto(await mailedLink(added, 'RECOVER_EMAIL'));
  await expectToast(
    page,
    'Email Address Restored',
    `You log in with ${added} again. If you did not ask for the change, please reset your password.`,
  );
  expect((await auth.getUser(uid)).email).toBe(added);
});

test('logging in and out, seen by the toasts [spec 2.33, 4.16, 6.4, 7.9, 7.10]', async ({ page }) => {
  await page.goto('/');
  const account = await signUp(page);
  await logOut(page);
  await expectToast(page, 'Logged Out Successfully!');
  await logIn(page, account);
  await expectToast(page, 'Login Successful! 🎉');
});

test('the dialog has three tabs and e-mail fields [spec 2.32, 2.33, 2.34, 2.35, 2.36, 4.13, 9.16]', async ({
  page,
}) => {
  await page.goto('/');
  await openLogin(page);
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await expect(dialog.getByRole('tab')).toHaveText(['Login', 'Sign Up', 'Reset']);
  for (const tab of ['Login', 'Sign Up', 'Reset']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(tab === 'Reset' ? 0 : 1);
  }
  await expect(dialog.getByRole('button', { name: 'Send Reset Email' })).toBeVisible();
});

test('empty fields are refused on Sign Up and Reset, and not on Login [spec 5.7, 5.8, 5.9] @long', async ({ page }) => {
  await page.goto('/');
  await openLogin(page);
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByRole('tab', { name: 'Sign Up' }).click();
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expectDestructiveToast(page, 'Error', 'Please fill in all fields.');
  await dialog.getByRole('tab', { name: 'Reset' }).click();
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expectDestructiveToast(page, 'Error', 'Please enter your email address.');
  await dialog.getByRole('tab', { name: 'Login' }).click();
  await dialog.getByRole('button', { name: 'Login' }).click();
  // The provider's own word, not the page's.
  await expectDestructiveToast(page, 'Sign in Failed', 'This is not a valid email address.');
});

test('failures say in plain words what the provider said [spec 8.2, 8.3] @long', async ({ page }) => {
  await page.goto('/');
  const account = await signUp(page);
  await logOut(page);
  await openLogin(page);
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expectDestructiveToast(page, 'Sign in Failed', 'The email address or password is not right.');
  await dialog.getByRole('tab', { name: 'Sign Up' }).click();
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expectDestructiveToast(
    page,
    'Sign up Failed',
    'This email address already has an account. Please log in instead.',
  );
});

test('a forgotten password [spec 2.41, 2.42, 4.14, 4.34, 5.11, 5.12, 5.13, 7.11, 7.12, 8.5, 8.6] @phone-long', async ({
  page,
}) => {
  await page.goto('/');
  const account = await signUp(page);
  await logOut(page);
  await openLogin(page);
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByRole('tab', { name: 'Reset' }).click();
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expectToast(page, 'Reset Password Email Sent', 'Please check your email for password reset instructions.');
  await expect(dialog.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('tab', { name: 'Reset' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('');

  const link = await mailedLink(account.email, 'PASSWORD_RESET');
  expect(wayBack(link)).toBe(suiteUrls.app);
  await page.goto(link);
  await expect(page).toHaveURL(/#type=recovery/);
  const overlay = page.getByRole('dialog', { name: 'Reset Your Password' });
  const [first, second] = [
    overlay.getByLabel('New Password', { exact: true }),
    overlay.getByLabel('Confirm Password', { exact: true }),
  ];
  const submit = overlay.getByRole('button', { name: 'Update Password' });
  await submit.click();
  await expectDestructiveToast(page, 'Error', 'Please fill in all fields.');
  await expectCoversNothing(page);
  await first.fill('one-thing');
  await second.fill('another');
  await submit.click();
  await expectDestructiveToast(page, 'Error', 'Passwords do not match.');
  await first.fill('short');
  await second.fill('short');
  await submit.click();
  await expectDestructiveToast(page, 'Error', 'Password must be at least 6 characters long.');
  await first.fill('a-new-password');
  await second.fill('a-new-password');
  await submit.click();
  await expectToast(page, 'Password Updated Successfully!', 'Your password has been updated.');
  await expect(page).toHaveURL('/');
  await expect(overlay).toBeHidden();
  // Logging in comes next.
  await expect(dialog.getByLabel('Email')).toHaveValue(account.email);
  await dialog.getByLabel('Password').fill('a-new-password');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('an account deleted elsewhere is noticed [spec 4.35] @long', async ({ page }) => {
  await page.goto('/');
  const account = await signUp(page, newAccount());
  await auth.deleteUser(account.uid);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' })).toBeVisible();
});
