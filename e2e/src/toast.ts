import { expect, type Page } from '@playwright/test';

/** Waits for a toast by its literal title, and its text when given. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.getByTestId('toast').filter({ hasText: title });
  await expect(toast).toBeVisible({ timeout: 60_000 });
  if (text) await expect(toast).toContainText(text);
}
