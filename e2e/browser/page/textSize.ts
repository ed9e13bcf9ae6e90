import type { Page } from '@playwright/test';

/** Sets the size of text as somebody sets it in the browser. Not on a page that plays a phone, which has no such setting. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: Math.round((16 * percent) / 100) } });
  await session.detach();
}
