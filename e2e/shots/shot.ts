import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';

const FOLDER = fileURLToPath(new URL('../../build/shots/', import.meta.url));

/** Writes what is seen to `build/shots/{project}/{name}.png`; with `whole`, the whole page and not only the window. */
export async function shot(page: Page, name: string, { whole = false } = {}): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(visible.map((image) => image.decode().catch(() => undefined)));
  });
  if (whole) await bringAll(page);
  const path = `${FOLDER}${test.info().project.name}/${name}.png`;
  await page.screenshot({ path, fullPage: whole, animations: 'disabled' });
}

/** What is below the window is only laid out, and its pictures are only loaded, when it is scrolled to. */
async function bringAll(page: Page): Promise<void> {
  await page.locator('[data-still=sections] > *').evaluateAll((sections) => {
    for (const { style } of sections as HTMLElement[]) style.contentVisibility = 'visible';
  });
  for (const image of await page.locator('main img').all()) await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.evaluate(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)))
    .toBe(true);
  await page.evaluate(() => window.scrollTo(0, 0));
}
