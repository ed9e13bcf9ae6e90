import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { auth } from '../../src/admin';

export interface Account {
  email: string;
  password: string;
}

/** A fresh address for every test, so that tests never share state. */
export function newAccount(): Account {
  return { email: `grandchild-${randomUUID().slice(0, 8)}@example.com`, password: 'attic-box-1923' };
}

export async function openLogin(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
}

/** Signs up through the open dialog, and waits until it has closed. */
export async function signUpHere(page: Page, account: Account = newAccount()): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByRole('tab', { name: 'Sign Up' }).click();
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expect(dialog).toBeHidden();
}

/**
 * Signs up through the dialog, as a visitor does, and waits until the header shows it. Returns the account with
 * its id.
 */
export async function signUp(page: Page, account: Account = newAccount()): Promise<Account & { uid: string }> {
  await openLogin(page);
  await signUpHere(page, account);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  const { uid } = await auth.getUserByEmail(account.email);
  return { ...account, uid };
}

export async function logIn(page: Page, account: Account): Promise<void> {
  await openLogin(page);
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' })).toBeVisible();
}
