import type { Locator, Page } from '@playwright/test';

/** A button of a card by its label; its name also says which photo it is about. */
export const cardButton = (card: Locator, label: string): Locator =>
  card.getByRole('button', { name: new RegExp(`^${label}(,|$)`) });

/** Opens the menu of a card and presses one of its entries. */
export async function pressInMenu(card: Locator, entry: string): Promise<void> {
  await cardButton(card, 'More').first().click();
  // By a key: where the menu has come under the mouse, a click so soon would count as the second one of a double click.
  await card.page().getByRole('menuitem', { name: entry }).press('Enter');
}

/** Presses a button of the question before a restored photo is deleted. */
export async function confirmDeletion(page: Page, answer = 'Delete'): Promise<void> {
  await page.getByRole('dialog', { name: 'Delete this restored photo?' }).getByRole('button', { name: answer }).click();
}
