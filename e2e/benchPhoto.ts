/**
 * How much a 24-megapixel photograph blocks the page while it is chosen, decoded and encoded, in a running suite: in a
 * worker, as the page does it, beside a canvas of the page, as it does where a browser has no OffscreenCanvas.
 * Run: npm run bench:photo [-- --runs 5]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { logIn, newAccount } from './browser/page/account';
import { auth } from './src/admin';
import { demoFile } from './src/pictures';
import { suiteUrls } from './src/suiteUrls';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const RUNS = Number(values.runs);
const [WIDTH, HEIGHT] = [6_000, 4_000];
/** The page is not blocked by shorter tasks. */
const LONG_MS = 50;
/** What the product's own way should not pass. */
const GOALS: Record<string, string> = { 'longest task, ms': `${LONG_MS}`, [`tasks over ${LONG_MS} ms`]: '0' };
const COUNTER = /1 Restores? Available/;
const UPLOAD = /\/v0\/b\/[^/]+\/o\?/;

/** The grain of film, so that the photograph is as hard to encode as a real one. */
async function makePhoto(file: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  const grain = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'gray', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await sharp(demoFile('portrait-before'))
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toFile(file);
}

declare global {
  interface Window {
    /** Durations in ms, since the photograph was chosen. */
    tasks: { long: number[]; longestFrame: number; look?(now: number): void };
  }
}

/** Runs in the page, where the names that tsx gives to inner functions do not exist: all of them are nameless. */
function watchTasks(): void {
  window.tasks = { long: [], longestFrame: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.long.push(duration);
  }).observe({ type: 'longtask' });
  let last = performance.now();
  window.tasks.look = (now) => {
    window.tasks.longestFrame = Math.max(window.tasks.longestFrame, now - last);
    last = now;
    if (window.tasks.look) requestAnimationFrame(window.tasks.look);
  };
  requestAnimationFrame(window.tasks.look);
}

/** Runs in the page before its own code. */
function withoutOffscreenCanvas(): void {
  Object.defineProperty(window, 'OffscreenCanvas', { value: undefined });
}

async function knownUser(browser: Browser): Promise<BrowserContextOptions['storageState']> {
  const account = newAccount();
  await auth.createUser(account);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(suiteUrls.app);
  await logIn(page, account);
  await page.getByRole('button', { name: COUNTER }).waitFor();
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  return state;
}

/** Chooses the photograph and presses Restore Photo, up to the first byte that would be sent. */
async function choose(page: Page, file: string): Promise<Record<string, number>> {
  // Nothing is restored: what follows is not the page's work.
  await page.route(UPLOAD, (route) => route.abort());
  await page.goto(suiteUrls.app);
  await page.getByRole('button', { name: COUNTER }).waitFor();
  // Opens the dialog; its code is not what is measured.
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await page.getByRole('dialog').locator('input[type=file]').waitFor({ state: 'attached' });
  await page.evaluate(watchTasks);
  const started = Date.now();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[role=dialog] figure img')?.complete);
  const sent = page.waitForRequest(UPLOAD);
  await page.getByRole('button', { name: 'Restore Photo' }).click();
  await sent;
  const seconds = (Date.now() - started) / 1000;
  // A task is reported after it has ended.
  await page.waitForTimeout(500);
  const { long, longestFrame } = await page.evaluate(() => {
    const { long, longestFrame } = window.tasks;
    return { long, longestFrame };
  });
  return {
    'longest task, ms': Math.max(0, ...long),
    'blocked in all, ms': long.reduce((sum, duration) => sum + duration - LONG_MS, 0),
    [`tasks over ${LONG_MS} ms`]: long.length,
    'longest frame, ms': longestFrame,
    'until it is sent, s': seconds,
  };
}

const WAYS: Record<string, ((page: Page) => Promise<unknown>) | null> = {
  'in a worker': null,
  'on a canvas': (page) => page.addInitScript(withoutOffscreenCanvas),
};

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const folder = mkdtempSync(join(tmpdir(), 'bench-photo-'));
const file = join(folder, 'grandmother.jpg');
await makePhoto(file);
const browser = await chromium.launch(await chromiumLaunch());
try {
  const storageState = await knownUser(browser);
  const table = new Map<string, Record<string, number>>();
  for (const [way, prepare] of Object.entries(WAYS)) {
    const runs: Record<string, number>[] = [];
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await prepare?.(page);
      runs.push(await choose(page, file));
      await context.close();
    }
    for (const figure of Object.keys(runs[0] ?? {}))
      table.set(figure, { ...table.get(figure), [way]: median(runs.map((run) => run[figure] ?? Number.NaN)) });
  }
  console.log(`A photograph of ${(WIDTH * HEIGHT) / 1e6} megapixels is chosen and sent: medians of ${RUNS} runs.`);
  console.log(
    `${''.padEnd(24)}${Object.keys(WAYS)
      .map((way) => way.padStart(14))
      .join('')}${'goal'.padStart(8)}`,
  );
  for (const [figure, row] of table) {
    const cells = Object.keys(WAYS).map((way) => (row[way] ?? Number.NaN).toFixed(figure.endsWith(' s') ? 1 : 0));
    const goal = (GOALS[figure] ?? '').padStart(8);
    console.log(`${figure.padEnd(24)}${cells.map((text) => text.padStart(14)).join('')}${goal}`.trimEnd());
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
