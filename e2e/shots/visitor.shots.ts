import { expect, test } from '@playwright/test';
import { newAccount, openLogin, signUp } from '../browser/page/account';
import { mailedLink } from '../browser/page/mailbox';
import { expectToast } from '../browser/page/toast';
import { suiteUrls } from '../src/suiteUrls';
import { shot } from './shot';

const login = 'Welcome!';

test('landing and what a visitor is asked', async ({ page }) => {
  await page.goto('/');
  await shot(page, '01-landing-top');
  await shot(page, '02-landing-whole', { whole: true });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await shot(page, '03-footer');
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await expectToast(page, 'Please log in first! 🔐');
  await shot(page, '04-login-asked-by-upload');
  for (const [number, tab] of [
    ['05', 'Login'],
    ['06', 'Sign Up'],
    ['07', 'Reset'],
  ] as const) {
    await page.getByRole('dialog', { name: login }).getByRole('tab', { name: tab }).click();
    await shot(page, `${number}-login-${tab.toLowerCase().replace(' ', '-')}`);
  }
  await page.getByRole('dialog', { name: login }).getByRole('button', { name: 'Send Reset Email' }).click();
  await expectToast(page, 'Please enter your email address.');
  await shot(page, '08-toast-destructive');
});

test('a new password from an e-mail', async ({ page }) => {
  await page.goto('/');
  const account = await signUp(page, newAccount());
  await shot(page, '10-signed-in-no-photos');
  await page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Your Account' })).toBeVisible();
  await shot(page, '11-account');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await openLogin(page);
  const dialog = page.getByRole('dialog', { name: login });
  await dialog.getByRole('tab', { name: 'Reset' }).click();
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expectToast(page, 'Reset Password Email Sent');
  await page.goto(`${suiteUrls.mailbox}/?to=${encodeURIComponent(account.email)}`);
  await shot(page, '12-mailbox');
  await page.goto(await mailedLink(account.email, 'PASSWORD_RESET'));
  const overlay = page.getByRole('dialog', { name: 'Reset Your Password' });
  await expect(overlay.getByText(account.email)).toBeVisible();
  await shot(page, '13-recovery');
  await page.goto('/#type=recovery&oobCode=used');
  await page.reload();
  await expect(overlay.getByRole('alert')).toBeVisible();
  await shot(page, '14-recovery-used-up');
});
