import { expect, type Page } from '@playwright/test';
import { packCard } from './selectors';

export const CARD = { good: '4242424242424242', declined: '4000000000000002' } as const;

/** Opens the pricing dialog and buys the pack with so many photos, up to the hosted checkout page. */
export async function buy(page: Page, photos: 5 | 25 | 50): Promise<void> {
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await packCard(page, Number(photos))
    .getByRole('button', { name: /Buy Now/ })
    .click();
  await expect(page).toHaveURL(/\/c\/pay\//);
}

/** Fills the hosted checkout page and pays. */
export async function pay(page: Page, options: { card?: string; code?: string } = {}): Promise<void> {
  if (options.code) {
    await page.getByLabel(/promotion code/i).fill(options.code);
    await page.getByRole('button', { name: /apply/i }).click();
  }
  await page.getByLabel(/card number/i).fill(options.card ?? CARD.good);
  await page.getByLabel(/expir/i).fill('12/34');
  await page.getByLabel(/cvc/i).fill('123');
  await page.getByRole('button', { name: /^pay/i }).click();
}
