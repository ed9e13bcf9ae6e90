import { randomUUID } from 'node:crypto';
import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { expect, type Page } from '@playwright/test';
import { auth } from '../../src/admin';
import { suiteUrls } from '../../src/suiteUrls';
import { counter } from './selectors';

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

interface SignedUp {
  localId: string;
  idToken: string;
  refreshToken: string;
  expiresIn: string;
}

/**
 * From its next load on the page remembers no photos, as on a device that has never shown the account. Not at once: the
 * page that is open may note what it shows until it is left.
 */
export function forgetPhotosAtLoad(page: Page): Promise<unknown> {
  return page.addInitScript(() => localStorage.removeItem('heirlight.lastSeen'));
}

/**
 * Makes an account by request and opens the page as somebody who has signed up here before: for tests that are not about
 * signing up. Returns the account with its id.
 */
export async function arrive(page: Page): Promise<Account & { uid: string }> {
  const account = newAccount();
  // A small file of the page's own site, where its storage can be written before it runs.
  await page.goto('/config.json');
  const { firebase }: ClientConfig = JSON.parse((await page.textContent('body')) ?? '');
  const response = await fetch(
    `${suiteUrls.auth}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${firebase.apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, returnSecureToken: true }),
    },
  );
  const { localId: uid, idToken, refreshToken, expiresIn }: SignedUp = await response.json();
  const user = {
    ...{ uid, email: account.email, emailVerified: false, isAnonymous: false, providerData: [] },
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: Date.now() + Number(expiresIn) * 1000 },
    ...{ createdAt: `${Date.now()}`, lastLoginAt: `${Date.now()}`, apiKey: firebase.apiKey, appName: '[DEFAULT]' },
  };
  await page.evaluate(storeSession, { fbase_key: `firebase:authUser:${firebase.apiKey}:[DEFAULT]`, value: user });
  await page.goto('/');
  // The library has taken the session over.
  await expect(counter(page)).toContainText(/\d/);
  return { ...account, uid };
}

/** Runs in the browser: stores a session as the auth library does, and that there is one. */
function storeSession(record: object): Promise<void> {
  localStorage.setItem('heirlight.signedIn', '1');
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('firebaseLocalStorage', 'readwrite');
      writing.objectStore('firebaseLocalStorage').put(record);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

/** Logs in through the open dialog, and waits until it has closed. */
export async function logInHere(page: Page, account: Account): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome!' });
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
}

export async function logIn(page: Page, account: Account): Promise<void> {
  await openLogin(page);
  await logInHere(page, account);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
}

export const revoke = (uid: string): Promise<void> => auth.revokeRefreshTokens(uid);

/** Ends an account's session from elsewhere. Half a minute later its user comes back to the page. */
export async function endElsewhere(page: Page, uid: string, end: (uid: string) => Promise<unknown>): Promise<void> {
  // Tokens carry whole seconds: what was revoked within the same one would still be taken for newer.
  const { tokensValidAfterTime, metadata } = await auth.getUser(uid);
  const newest = Math.max(Date.parse(tokensValidAfterTime ?? ''), Date.parse(metadata.lastSignInTime));
  await expect.poll(() => Date.now() - newest).toBeGreaterThan(1500);
  await end(uid);
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 31_000;
    window.dispatchEvent(new Event('focus'));
  });
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' })).toBeVisible();
}
