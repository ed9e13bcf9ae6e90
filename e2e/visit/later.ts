import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { suiteUrls } from '../src/suiteUrls';
import { figuresOf, logInWithPhotos, noted, noteGallery } from './signedIn';
import { PHONE, slowDown } from './slowPhone';

/** The browser keeps compiled code from the third visit on. Source: https://v8.dev/blog/code-caching-for-devs */
const WARMING_VISITS = 2;

async function openPage(context: BrowserContext): Promise<Page> {
  return context.pages()[0] ?? context.newPage();
}

/**
 * A visit with a browser that was started again, as on another day: with its caches on disk, and the service worker, which
 * starts anew. Ms except for the shift.
 */
export async function visitLater(_browser: Browser): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'heirlight-visit-'));
  const start = async () => chromium.launchPersistentContext(folder, { ...(await chromiumLaunch()), ...PHONE });
  try {
    const first = await start();
    const page = await openPage(first);
    await logInWithPhotos(page);
    // The worker is for who comes back.
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await first.close();
    let figures = {};
    for (let count = 0; count <= WARMING_VISITS; count++) {
      const context = await start();
      const later = await openPage(context);
      await slowDown(later);
      await later.addInitScript(noteGallery);
      await later.goto(suiteUrls.app);
      figures = figuresOf('later visit', await noted(later));
      await context.close();
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
