import type { Locator, Page } from '@playwright/test';

export const copyRegion = 'Notifications (F8)';

/** The cards of My Photos, in any state. */
export const photoCards = (page: Page): Locator => page.locator('[data-photo]');

/** The counter in the hero; signed-in users only. */
export const counter = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /Restores? Available/ });

/** One pack's card in the pricing dialog. */
export const packCard = (page: Page, photos: number): Locator =>
  page
    .getByRole('dialog', { name: 'Simple, Powerful Pricing' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^(Popular)?${photos} photos`) });

/** The picture frame a compare slider's handle belongs to. */
export const frameOf = (slider: Locator): Locator => slider.locator('xpath=ancestor::*[2]');
