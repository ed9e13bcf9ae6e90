import { setTimeout } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';

export interface Twice {
  /** From one click to the next. */
  gapMs: number;
  touch: boolean;
}

/** A tap that comes sooner belongs to the one before it. */
const REST_MS = 600;
const lastTap = new WeakMap<Page, number>();

/** Two clicks, or taps, on the place where a control is before the first one. */
export async function doubleClick(control: Locator, { gapMs, touch }: Twice): Promise<void> {
  const page = control.page();
  if (touch) await setTimeout((lastTap.get(page) ?? 0) + REST_MS - Date.now());
  // Waits until it stands still in the window, with nothing over it. A click on trial would be heard by the page.
  await control.hover();
  // What it lies in may be drawn anew just now.
  const found: { box: Awaited<ReturnType<Locator['boundingBox']>> } = { box: null };
  await expect
    .poll(async () => {
      found.box = await control.boundingBox();
      return found.box;
    })
    .not.toBeNull();
  const { box } = found;
  if (!box) throw new Error('There is nothing to click');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (touch) {
    // A finger does not wait for what the page does with its first tap, which takes long on a busy machine.
    const first = page.touchscreen.tap(x, y);
    await setTimeout(gapMs);
    await Promise.all([first, page.touchscreen.tap(x, y)]);
    lastTap.set(page, Date.now());
    return;
  }
  for (const clickCount of [1, 2]) {
    if (clickCount === 2) await setTimeout(gapMs);
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  }
}

/** No dialog is about to come or to go. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.locator('.MuiDialog-container[style*="opacity: 0"]')).toHaveCount(0);
}

/** The dialog is open, and will be. */
export async function expectStays(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await settled(dialog.page());
  await expect(dialog).toHaveCount(1);
}

/** No dialog is open, and none will be. */
export async function expectNone(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
