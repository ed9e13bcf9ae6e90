import { expect, type Page, test } from '@playwright/test';
import { auth, db } from '../src/admin';
import { smallFile } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { arrive, endElsewhere, logInHere, logOut, openLogin, revoke, signUp } from './page/account';
import { counter } from './page/selectors';
import { storedSession } from './page/storedSession';
import { expectDestructiveToast, expectToast } from './page/toast';
import { chooseFile } from './page/upload';

const loginButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' });
const logoutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Logout' });

test('the session has tokens, expiry and user; the SDK renews a token [spec 3.4, 3.5, 4.35, 4.36] @long', async ({
  page,
}) => {
  const account = await arrive(page);
  const session = await storedSession(page);
  expect(session).toMatchObject({ uid: account.uid, email: account.email });
  expect(session.stsTokenManager.accessToken.split('.')).toHaveLength(3);
  expect(session.stsTokenManager.refreshToken.length).toBeGreaterThan(10);
  expect(session.stsTokenManager.expirationTime).toBeGreaterThan(Date.now());

  await storedSession(page, true);
  const renewal = page.waitForRequest(/securetoken\.googleapis\.com\/v1\/token/);
  await page.reload();
  expect((await renewal).postData()).toContain('grant_type=refresh_token');
  await expect(logoutButton(page)).toBeVisible();
  await expect.poll(async () => (await storedSession(page)).stsTokenManager.expirationTime).toBeGreaterThan(Date.now());
});

test('the backend is reached with the public key of the configuration, which holds no secret [spec 6.5] @long', async ({
  page,
}) => {
  const config = await (await page.request.get('/config.json')).json();
  const asked = page.waitForRequest((request) => request.url().includes('accounts:signUp'));
  await page.goto('/');
  await signUp(page);
  expect(new URL((await asked).url()).searchParams.get('key')).toBe(config.firebase.apiKey);
  expect(config.stripePublishableKey).toMatch(/^pk_/);
  expect(JSON.stringify(config)).not.toMatch(/sk_|whsec_|private_key/);
});

const endings = {
  'its tokens were revoked': revoke,
  'the account was locked': (uid: string) => auth.updateUser(uid, { disabled: true }),
  'the account was deleted': (uid: string) => auth.deleteUser(uid),
};
for (const [why, end] of Object.entries(endings)) {
  test(`a session that ended elsewhere (${why}) is reported [spec 4.35]${end === revoke ? '' : ' @long'}`, async ({
    page,
  }) => {
    const { uid } = await arrive(page);
    await page.getByRole('button', { name: 'Pricing' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await endElsewhere(page, uid, end);
    await expectDestructiveToast(page, 'You have been logged out', 'Your session has ended. Please log in again.');
    await expect(loginButton(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('a photo that is not sent when the session ends waits for its owner’s next login, whatever visitors close @long', async ({
  page,
}) => {
  const account = await arrive(page);
  await chooseFile(page, await smallFile());
  const upload = page.getByRole('dialog', { name: 'Upload & Restore' });
  await expect(upload.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
  await endElsewhere(page, account.uid, revoke);
  await expectDestructiveToast(page, 'You have been logged out', 'Your session has ended. Please log in again.');
  await expect(upload).toBeHidden();
  await openLogin(page);
  await expect(page.getByRole('dialog', { name: 'Welcome!' })).not.toContainText('Your photo waits');
  await page.keyboard.press('Escape');
  await page.reload();
  await openLogin(page);
  await logInHere(page, account);
  await expect(upload.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
});

test('logging out in one window logs out the other, which says why [spec 4.35] @long', async ({ page, context }) => {
  await arrive(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(logoutButton(other)).toBeVisible();
  await logOut(page);
  await expectToast(other, 'You have been logged out', 'This was done in another window.');
  await expect(loginButton(other)).toBeVisible();
});

test('an account that is gone ends the session when its photo is refused, without a word about restores @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  await chooseFile(page, await smallFile());
  await auth.deleteUser(uid);
  // What belonged to it goes a moment later.
  await expect.poll(async () => (await db.doc(`users/${uid}`).get()).get('deleted_at')).toBeDefined();
  await page.getByRole('button', { name: 'Restore Photo' }).click();
  await expectDestructiveToast(page, 'You have been logged out', 'Your session has ended. Please log in again.');
  await expect(loginButton(page)).toBeVisible();
});

test('a logout holds, although another window is just opening and asks for the account @long', async ({
  page,
  context,
}) => {
  await arrive(page);
  const opening = await context.newPage();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answered = new Promise<void>((resolve) => {
    void opening.route(/accounts:lookup/, async (route) => {
      const response = await route.fetch();
      resolve();
      await released;
      await route.fulfill({ response });
    });
  });
  await opening.goto('/');
  // The server has said that the session stands; the window has not heard it yet.
  await answered;
  await logOut(page);
  release();
  await expectToast(opening, 'You have been logged out', 'This was done in another window.');
  await expect(loginButton(opening)).toBeVisible();
  for (const window of [opening, page]) {
    await window.reload();
    await expect(loginButton(window)).toBeVisible();
    expect(await window.evaluate(() => localStorage.getItem('heirlight.signedIn'))).toBeNull();
  }
});

test('a signed-out visitor sends nothing to the auth service', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(suiteUrls.auth) && asked.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
});
