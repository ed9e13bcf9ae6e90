import type { Browser, Locator, Page } from '@playwright/test';
import { toastOn } from '../browser/page/toast';
import { smallFile } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { type Made, makeAccount, visit } from './signedIn';

type EventTiming = PerformanceEntry & { interactionId: number };

declare global {
  interface Window {
    /** How long each press took until the next paint, in ms; of one press there may be several events. */
    presses: number[];
  }
}

/** Notes the presses of the open page. Runs in the page, where inner functions must be nameless (signedOut.ts). */
function notePresses(): void {
  window.presses = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as EventTiming[])
      if (interactionId) window.presses.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Taps, waits for what the tap brings, and returns the time from the tap to the next paint in ms: 0 is below 16. */
async function tapped(page: Page, target: Locator, shown: Locator): Promise<number> {
  await page.evaluate(() => {
    window.presses = [];
  });
  await target.tap();
  await shown.waitFor();
  // Timings are handed out after the frame that they end with.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))));
  return page.evaluate(() => Math.max(0, ...window.presses));
}

let made: Promise<Made> | undefined;

/** A walk through gallery, viewer, save and upload on a slow phone: interaction to next paint of each press, in ms. */
export async function walk(browser: Browser): Promise<Record<string, number>> {
  made ??= makeAccount(browser);
  const { phone } = await visit(browser, (await made).known);
  const { page } = phone;
  await page.evaluate(notePresses);
  const card = page.locator('[data-photo]').first();
  const viewer = page.getByRole('dialog', { name: /Full Screen/ });
  const upload = page.getByRole('dialog', { name: 'Upload & Restore' });
  const figures: Record<string, number> = {};
  await card.scrollIntoViewIfNeeded();
  figures['card: Full Screen'] = await tapped(page, card.getByRole('button', { name: 'Full Screen' }), viewer);
  figures['viewer: Side by side'] = await tapped(page, viewer.getByRole('button', { name: 'Side by side' }), viewer);
  figures['viewer: Close'] = await tapped(page, viewer.getByRole('button', { name: 'Close' }), card);
  figures['card: Save'] = await tapped(page, card.getByRole('button', { name: /^Save/ }), toastOn(page));
  const open = page.getByRole('button', { name: 'Upload Your Photo' }).first();
  figures['Upload Your Photo'] = await tapped(page, open, upload);
  await upload.locator('input[type=file]').setInputFiles(await smallFile());
  const tool = upload.getByRole('tab', { name: 'Colorize' });
  figures['upload: a tool'] = await tapped(page, tool, upload.getByRole('tab', { name: 'Colorize', selected: true }));
  // Nothing arrives: a restore would take the processor from the next visit, and the account has only one.
  await page.route(`${suiteUrls.storage}/**`, () => undefined);
  figures['upload: Restore Photo'] = await tapped(page, upload.getByRole('button', { name: 'Restore Photo' }), upload);
  await phone.close();
  return figures;
}
