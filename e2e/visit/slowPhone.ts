import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** Lighthouse's slow 4G and its slowdown of the processor (throttling.mobileSlow4G of lighthouse/core/config). */
const LATENCY_MS = 150;
const BYTES_PER_SECOND = (1.6 * 1024 * 1024) / 8;
const CPU_SLOWDOWN = 4;

export const SLOW_PHONE = 'slow 4G (150 ms, 1.6 Mbit/s), processor four times slower, 390 px wide';

/** A page that is as slow as a cheap phone on a mobile network, with an empty cache. */
export interface SlowPhone {
  page: Page;
  context: BrowserContext;
  session: CDPSession;
  close(): Promise<void>;
}

/** What the phone has beside its slowness. */
export interface PhoneOptions {
  saveData?: boolean;
  /** What its browser has kept from earlier visits. */
  storageState?: BrowserContextOptions['storageState'];
}

export const PHONE = {
  viewport: { width: 390, height: 664 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;

/** Makes the page as slow as on the phone. A service worker's own requests stay fast. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return session;
}

export async function slowPhone(browser: Browser, options: PhoneOptions = {}): Promise<SlowPhone> {
  const { saveData = false, storageState } = options;
  const context = await browser.newContext({ storageState, ...PHONE });
  const page = await context.newPage();
  if (saveData) {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  }
  return { page, context, session: await slowDown(page), close: () => context.close() };
}
