import { expect, type Locator, type Page } from '@playwright/test';
import { copyRegion } from './selectors';

const TOAST_LIMIT_MS = 20_000;

/** The toast on the page; there is never more than one. */
export function toastOn(page: Page): Locator {
  return page.getByLabel(copyRegion).locator('[role=status], [role=alert]');
}

/**
 * Waits for a toast that says `title`, and under it `text` when given. Strings are whole lines: `Error` is not found in
 * `Error fetching photos`.
 */
export async function expectToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const toast = toastOn(page).filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast).toBeVisible({ timeout: TOAST_LIMIT_MS });
  if (text) await expect(toast.locator('p')).toHaveText([title, text]);
}

export async function expectDestructiveToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  await expectToast(page, title, text);
  await expect(toastOn(page)).toHaveAttribute('role', 'alert');
}
