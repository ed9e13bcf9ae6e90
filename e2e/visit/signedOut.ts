import type { Browser, Page } from '@playwright/test';
import { suiteUrls } from '../src/suiteUrls';
import { type SlowPhone, slowPhone } from './slowPhone';

type LayoutShift = PerformanceEntry & { value: number };

declare global {
  interface Window {
    /** Moments in ms of the page's clock. */
    moments: { largest: number; shift: number; pressed?: number; shown?: number; opened?: number };
  }
}

/**
 * Notes when the page paints its largest part, how far things shift, and what follows the first press. It runs in the
 * page, where the names that tsx gives to inner functions do not exist: all of them are nameless.
 */
function noteMoments(): void {
  window.moments = { largest: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.moments.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.moments.shift += (entry as LayoutShift).value;
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('pointerup', () => {
    window.moments.pressed ??= performance.now();
  });
  new MutationObserver(() => {
    if (window.moments.pressed === undefined) return;
    const [queued, dialog] = ['[data-queued]', '[role=dialog]'].map((what) => document.querySelector(what));
    // After the frame that shows them.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (queued) window.moments.shown ??= performance.now();
        if (dialog) window.moments.opened ??= performance.now();
      }),
    );
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-queued'] });
}

/** How long a finger rests on a button that it taps. */
const TAP_MS = 80;

/** Taps on Login and returns how long it took until the page showed the press and the dialog, in ms. */
async function press({ page, session }: SlowPhone): Promise<{ shown: number; opened: number }> {
  const box = await page.getByRole('button', { name: 'Login / Sign Up' }).boundingBox();
  if (!box) throw new Error('There is no button to press');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(TAP_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForFunction(() => window.moments.opened !== undefined);
  const { pressed = 0, shown = Number.NaN, opened = Number.NaN } = await page.evaluate(() => window.moments);
  return { shown: shown - pressed, opened: opened - pressed };
}

async function openPage(phone: SlowPhone): Promise<Page> {
  await phone.page.addInitScript(noteMoments);
  await phone.page.goto(suiteUrls.app, { waitUntil: 'load' });
  return phone.page;
}

/** One visit of somebody who is not signed in, on a slow phone; ms except for the shift. */
export async function visitSignedOut(browser: Browser): Promise<Record<string, number>> {
  const idle = await slowPhone(browser);
  const page = await openPage(idle);
  await page.waitForFunction(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
      ({ initiatorType, name }) => initiatorType === 'fetch' && name.endsWith('.js'),
    ),
  );
  await page.waitForLoadState('networkidle');
  const { largest, shift } = await page.evaluate(() => window.moments);
  const afterIdle = await press(idle);
  await idle.close();

  const hasty = await slowPhone(browser, { saveData: true });
  await openPage(hasty);
  const beforeIdle = await press(hasty);
  await hasty.close();
  return {
    'largest contentful paint': largest,
    'layout shift': shift,
    'press to its pressed state': beforeIdle.shown,
    'press to the dialog, idle had come': afterIdle.opened,
    'press to the dialog, idle had not come': beforeIdle.opened,
  };
}
