import { expect } from '@playwright/test';
import { balanceOf, filesBelow, setBalance } from '../src/admin';
import { photoFile } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { arrive, openLogin } from './page/account';
import { test } from './page/faults';
import { mailedLink } from './page/mailbox';
import { counter, packCard } from './page/selectors';
import { expectDestructiveToast, expectToast, toastOn } from './page/toast';
import { chooseFile } from './page/upload';

test('a reset for an address nobody has fails in plain words [spec 8.2, 8.3]', async ({ page }) => {
  await page.goto('/');
  await openLogin(page);
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByRole('tab', { name: 'Reset' }).click();
  await dialog.getByLabel('Email').fill('nobody-at-all@example.com');
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expectDestructiveToast(page, 'Reset Password Failed', 'No account uses this email address.');
  await expect(dialog.getByLabel('Email')).toHaveValue('nobody-at-all@example.com');
});

test('a reset link used up elsewhere meanwhile fails in plain words, and the overlay stays [spec 8.2, 8.3] @long', async ({
  page,
  request,
}) => {
  const account = await arrive(page);
  await request.post(`${suiteUrls.auth}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=local-suite`, {
    data: { requestType: 'PASSWORD_RESET', email: account.email },
  });
  const link = await mailedLink(account.email, 'PASSWORD_RESET');
  await page.goto(link);
  const overlay = page.getByRole('dialog', { name: 'Reset Your Password' });
  await overlay.getByLabel('New Password', { exact: true }).fill('a-new-password');
  await overlay.getByLabel('Confirm Password', { exact: true }).fill('a-new-password');
  const oobCode = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('oobCode');
  const used = await request.post(
    `${suiteUrls.auth}/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=local-suite`,
    { data: { oobCode, newPassword: 'somebody-was-faster' } },
  );
  expect(used.ok()).toBe(true);
  await overlay.getByRole('button', { name: 'Update Password' }).click();
  await expectDestructiveToast(
    page,
    'Password Update Failed',
    'This link has already been used or is incomplete. Please request a new one.',
  );
  await expect(overlay).toBeVisible();
});

test('an upload that Storage refuses says why and shows the preview [spec 4.26, 5.4, 7.4, 8.9] @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
  // The last restore is spent in another window, and this one has not heard of it.
  await page.route(`${suiteUrls.firestore}/**`, (route) => route.abort());
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  // Until it knows, a failed upload is said to want a network.
  await expect(page.getByText(/back online/)).toBeVisible();
  await setBalance(uid, 0);
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await dialog.getByRole('button', { name: 'Restore Photo' }).click();
  await expectDestructiveToast(
    page,
    'Upload Failed',
    'The upload was refused. Please check that you have a restore left, then try again.',
  );
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
  expect(await filesBelow(`images/${uid}/`)).toEqual([]);
  expect(await balanceOf(uid)).toBe(0);
});

test('ten failed requests for the credits end in Payment Processed [spec 4.32, 4.33, 8.15] @long', async ({ page }) => {
  await arrive(page);
  await expect(counter(page)).toContainText('1');
  let attempts = 0;
  await page.clock.install();
  await page.route('**/fetch_credits', (route) => {
    if (route.request().method() === 'POST') attempts += 1;
    return route.abort();
  });
  await page.goto('/?session_id=cs_test_any');
  await expectToast(page, 'Payment Successful');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(3000);
    await expect(toastOn(page)).toContainText('Payment Processed', { timeout: 300 });
  }).toPass({ timeout: 60_000, intervals: [100] });
  await expectToast(
    page,
    'Payment Processed',
    "Your payment was successful. If credits don't appear, please refresh the page.",
  );
  // Those of the payment, after the one that every arrival makes.
  expect(attempts).toBe(1 + 10);
  await expect(page.getByText('Credits Added!')).toHaveCount(0);
});

test('Stripe refusing the session is a Session Error, and the next try works [spec 8.13] @alone', async ({
  page,
  faults,
}) => {
  await arrive(page);
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  // As often as the library itself tries.
  await faults.stripe({ sessions: [{ kind: 'error', count: 10 }] });
  await packCard(page, 5).getByRole('button').click();
  await expectDestructiveToast(page, 'Session Error', 'Unable to create payment session. Please try again.');
  await faults.stripe({});
  await packCard(page, 5).getByRole('button').click();
  await expect(page).toHaveURL(/\/c\/pay\//);
});
