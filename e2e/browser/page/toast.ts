import { expect, type Locator, type Page } from '@playwright/test';
import { copyRegion } from './selectors';

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
  await expect(toast).toBeVisible();
  if (text) await expect(toast.locator('p')).toHaveText([title, text]);
}

export async function expectDestructiveToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  await expectToast(page, title, text);
  await expect(toastOn(page)).toHaveAttribute('role', 'alert');
}

/** Runs in the browser: what in the window can be pressed or is a dialog's title, and lies under the toast. */
function covered(region: string): string[] {
  const toast = document.querySelector(`[aria-label="${region}"] :is([role=status], [role=alert])`);
  if (!toast) return ['There is no toast'];
  const { left, top, right, bottom } = toast.getBoundingClientRect();
  if (left < 0 || top < 0 || right > document.documentElement.clientWidth || bottom > window.innerHeight)
    return ['The toast is not whole in the window'];
  return [...document.querySelectorAll('button, a[href], input, textarea, summary, [role=tab], [role=dialog] h2')]
    .filter((element) => !element.closest(`[aria-hidden=true], [inert], [aria-label="${region}"]`))
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    })
    .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
}

/** The toast lies over no control, field or title, as soon as the page has come to rest. */
export async function expectCoversNothing(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(covered, copyRegion), { timeout: 4000 }).toEqual([]);
}
