import { perPack } from '@heirlight/contract/packs';
import { expect, test } from '@playwright/test';
import { signUp } from '../browser/page/account';
import { buy, CARD, pay } from '../browser/page/checkout';
import { packCard } from '../browser/page/selectors';
import { expectToast } from '../browser/page/toast';
import { shot } from './shot';

test('pricing, checkout and the way back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await expect(packCard(page, 50)).toBeVisible();
  await shot(page, '50-pricing-visitor');
  await page.keyboard.press('Escape');
  await signUp(page);
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await expect(packCard(page, 25).getByRole('button')).toBeEnabled();
  await shot(page, '51-pricing');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/create-checkout-session', async (route) => {
    await held;
    await route.continue();
  });
  await packCard(page, 25).getByRole('button').click();
  await expect(packCard(page, 25).getByRole('button')).toContainText('Processing');
  await shot(page, '52-pricing-processing');
  release();
  await expect(page).toHaveURL(/\/c\/pay\//, { timeout: 40_000 });
  await shot(page, '53-checkout', { whole: true });
  await pay(page, { card: CARD.declined });
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await shot(page, '54-checkout-declined', { whole: true });
  await page.goto('/');
  await page.unroute('**/create-checkout-session');
  await buy(page, 50);
  await pay(page, { code: 'FirstOrder' });
  await expectToast(page, 'Payment Successful');
  await shot(page, '55-payment-successful');
  await expectToast(page, 'Credits Added!');
  await shot(page, '56-credits-added');
});

test('packs that are not on sale', async ({ page }) => {
  await page.goto('/');
  await signUp(page);
  await page.route('**/list-prices', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { result: { prices: perPack(() => null) } },
    }),
  );
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await packCard(page, 5).getByRole('button').click();
  await expectToast(page, '🚧 Payments Not Configured');
  await shot(page, '57-payments-not-configured');
});
