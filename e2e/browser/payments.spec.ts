import { perPack } from '@heirlight/contract/packs';
import { expect, test } from '@playwright/test';
import { balanceOf, db } from '../src/admin';
import { quiet, sessionsOf } from '../src/emulators';
import { arrive, signUpHere } from './page/account';
import { buy, CARD, pay } from './page/checkout';
import { counter, packCard } from './page/selectors';
import { expectDestructiveToast, expectToast } from './page/toast';

test('the pricing dialog shows the three packs [spec 2.40, 3.16, 3.17, 3.18, 3.19, 3.20, 9.8] @phone-long', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Simple, Powerful Pricing' });
  const expected = { 5: ['$2', '$0.40'], 25: ['$6', '$0.24'], 50: ['$8', '$0.16'] };
  for (const [photos, texts] of Object.entries(expected)) {
    for (const text of texts) await expect(packCard(page, Number(photos))).toContainText(text);
  }
  await expect(packCard(page, 50)).toContainText('Popular');
  await expect(dialog.getByText('Popular')).toHaveCount(1);
});

for (const [photos, cents, isOrdinary] of [
  [5, 200, false],
  [25, 600, true],
  [50, 800, false],
] as const) {
  test(`buying ${photos} [spec 2.43, 4.29, 4.30, 4.31, 6.4, 7.7, 9.8]${isOrdinary ? '' : ' @long'}`, async ({
    page,
  }) => {
    const { uid } = await arrive(page);
    await expect(counter(page)).toContainText('1');
    await buy(page, photos);
    await pay(page);
    await expectToast(page, 'Payment Successful');
    await expectToast(page, 'Credits Added!');
    await expect(page).toHaveURL('/');
    await expect(counter(page)).toContainText(String(photos + 1));
    const [payment] = (await db.collection('payments').where('user_id', '==', uid).get()).docs.map((document) =>
      document.data(),
    );
    expect(payment).toMatchObject({ photos, amount_total: cents, status: 'paid' });
  });
}

test('what a visitor wanted to buy is one press away after signing up [spec 1.4, 5.14, 6.3, 8.7]', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await packCard(page, 25)
    .getByRole('button', { name: /Buy Now/ })
    .click();
  await expectToast(page, 'Please log in first! 🔐', 'You need to be logged in to purchase a plan.');
  // Nobody has ever signed in here.
  const welcome = page.getByRole('dialog', { name: 'Welcome!' });
  await expect(welcome.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await signUpHere(page);
  await expect(packCard(page, 25)).toContainText('You chose this pack');
  await expect(packCard(page, 25).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/c\/pay\//);
});

test('the code FirstOrder is copied with one press and takes 25 % off every order [spec 2.13, 9.7] @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await page.getByRole('button', { name: 'Copy Code' }).click();
  await expect(page.getByText('The code FirstOrder is copied. Paste it at checkout.')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('FirstOrder');
  await page.keyboard.press('Escape');
  await buy(page, 50);
  await pay(page, { code: 'FirstOrder' });
  await expectToast(page, 'Payment Successful');
  await expect.poll(() => balanceOf(uid)).toBe(51);
  const [payment] = (await db.collection('payments').where('user_id', '==', uid).get()).docs.map((document) =>
    document.data(),
  );
  expect(payment?.amount_total).toBe(600);
  await expect(page).toHaveURL('/');
  await buy(page, 5);
  await page.getByLabel(/promotion code/i).fill('FirstOrder');
  await page.getByRole('button', { name: /apply/i }).click();
  await expect(page.getByRole('button', { name: 'Pay $1.50', exact: true })).toBeVisible();
});

test('a declined card stays on the checkout page and adds nothing @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await buy(page, 5);
  await pay(page, { card: CARD.declined });
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await expect(page).toHaveURL(/\/c\/pay\//);
  expect(await sessionsOf(uid)).toMatchObject([{ status: 'open', payment_status: 'unpaid' }]);
  await quiet();
  expect(await balanceOf(uid)).toBe(1);
});

test('cancelling returns to the app without a toast of success @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await buy(page, 5);
  await page
    .getByRole('button', { name: /cancel|back/i })
    .or(page.getByRole('link', { name: /cancel|back/i }))
    .first()
    .click();
  await expectToast(page, 'Checkout Cancelled', 'Nothing was charged. The packs are here whenever you want one.');
  await expect(page).toHaveURL('/');
  // The balance arrives long after the toast would have come.
  await expect(counter(page)).toContainText('1');
  await expect(page.getByText('Payment Successful')).toHaveCount(0);
  expect(await sessionsOf(uid)).toMatchObject([{ status: 'open', payment_status: 'unpaid' }]);
  await quiet();
  expect(await balanceOf(uid)).toBe(1);
});

test('closing the tab right after paying credits all the same @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await buy(page, 25);
  await page.route(/session_id=/, (route) => route.abort());
  await pay(page).catch(() => undefined);
  await page.close();
  await expect.poll(() => balanceOf(uid)).toBe(26);
});

test('a forged session_id grants nothing [spec 2.43, 4.29] @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await page.goto('/?session_id=cs_test_forged');
  await expectToast(page, 'Payment Successful');
  await expect(page).toHaveURL('/');
  await expect(counter(page)).toContainText('1');
  await quiet();
  expect(await balanceOf(uid)).toBe(1);
  expect((await db.collection('payments').where('user_id', '==', uid).get()).size).toBe(0);
});

test('the chosen card says processing and the others are disabled meanwhile [spec 4.27] @long', async ({ page }) => {
  await arrive(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/create-checkout-session', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await packCard(page, 25)
    .getByRole('button', { name: /Buy Now/ })
    .click();
  await expect(packCard(page, 25).getByRole('button')).toContainText('Processing');
  for (const photos of [5, 50]) await expect(packCard(page, Number(photos)).getByRole('button')).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/c\/pay\//);
});

const failures = [
  {
    message: 'invalid_credentials',
    title: 'Authentication Error',
    text: 'Please log out and log back in, then try again.',
  },
  {
    message: 'Failed to create checkout session',
    title: 'Session Error',
    text: 'Unable to create payment session. Please try again.',
  },
  { message: 'the sky fell', title: 'Payment Error', text: 'Could not redirect to checkout. Please try again.' },
];
test('every way checkout can fail has its toast, and the cards are idle again [spec 4.27, 8.12, 8.13, 8.14] @long', async ({
  page,
}) => {
  await arrive(page);
  for (const { message, title, text } of failures) {
    await page.route('**/create-checkout-session', (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { result: { error: { message } } } }),
    );
    await page.getByRole('button', { name: 'Pricing' }).first().click();
    await packCard(page, 5)
      .getByRole('button', { name: /Buy Now/ })
      .click();
    await expectDestructiveToast(page, title, text);
    await expect(packCard(page, 5).getByRole('button', { name: /Buy Now/ })).toBeEnabled();
    await page.keyboard.press('Escape');
    await page.unroute('**/create-checkout-session');
  }
});

test('a pack without a price id says that payments are not configured [spec 5.14, 8.11] @long', async ({ page }) => {
  await arrive(page);
  await page.route('**/list-prices', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { result: { prices: perPack(() => null) } },
    }),
  );
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await packCard(page, 5).getByRole('button').click();
  await expectDestructiveToast(
    page,
    '🚧 Payments Not Configured',
    'This pack cannot be bought yet. Please try again later.',
  );
});
