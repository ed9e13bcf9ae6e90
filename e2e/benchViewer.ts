/**
 * How smoothly a 40-megapixel result is looked at in a running suite: times between frames, and the longest task of the
 * main thread, while the photo is zoomed by the wheel, panned by the mouse, flown over and adjusted by a slider; and what
 * is fetched for it. At last the adjusted photo is saved: the seconds that takes, and the most memory of the page meanwhile.
 * A task's own processor time is what the page makes; the rest of it is waiting for a processor that others use, too.
 * Run: npm run bench:viewer
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, chromium, type Page } from '@playwright/test';
import { logIn, newAccount } from './browser/page/account';
import { photoCards } from './browser/page/selectors';
import { auth } from './src/admin';
import { plantEnlarged } from './src/enlargedPhoto';
import { photoFile } from './src/pictures';
import { suiteUrls } from './src/suiteUrls';

/** The most that is restored (MAX_IMAGE_PX). */
const PIXELS = 40e6;
const FRAME_MS = 16;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds on the clock, and on the processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

declare global {
  interface Window {
    /** Times between the page's frames, in ms. */
    frameTimes: number[];
  }
}

const share = (values: readonly number[], at: number) =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * at)] ?? Number.NaN;

/** The longest tasks of any page's main thread, in ms: by the clock, and on the processor. */
function longestTasks(trace: Buffer): { clock: number; processor: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mains.has(`${event.pid} ${event.tid}`));
  const longest = (times: number[]) => Math.max(0, ...times) / 1000;
  return {
    clock: longest(tasks.map(({ dur = 0 }) => dur)),
    processor: longest(tasks.map(({ tdur = 0 }) => tdur)),
  };
}

async function watched(browser: Browser, page: Page, what: string, act: () => Promise<void>): Promise<void> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  // As text: the names that tsx gives to inner functions do not exist in the page.
  await page.evaluate(`{
    window.frameTimes = [];
    let last = performance.now();
    const look = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      if (window.frameTimes.length < 5000) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  await act();
  const frames = await page.evaluate(() => window.frameTimes.splice(0));
  const { clock, processor } = longestTasks(await browser.stopTracing());
  const numbers = [share(frames, 0.5), share(frames, 0.95), Math.max(...frames), clock, processor];
  console.log(`${what.padEnd(22)}${numbers.map((ms) => `${ms.toFixed(0)} ms`.padStart(9)).join('')}`);
}

/** The most memory that a page's processes have held at a time since `forget`, in MB. Linux says so. */
async function memoryOf(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const peak = (id: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;
  return {
    forget() {
      for (const id of ids) writeFileSync(`/proc/${id}/clear_refs`, '5');
    },
    most: () => Math.max(...ids.map(peak)),
  };
}

async function saveAs(browser: Browser, page: Page, what: string, press: () => Promise<void>): Promise<void> {
  const memory = process.platform === 'linux' ? await memoryOf(browser) : null;
  memory?.forget();
  const start = performance.now();
  const download = page.waitForEvent('download', { timeout: 300_000 });
  await press();
  const { size } = statSync(await (await download).path());
  const seconds = (performance.now() - start) / 1000;
  const most = memory ? `${memory.most().toFixed(0)} MB at most` : '';
  console.log(`${what.padEnd(22)}${seconds.toFixed(1)} s, ${(size / 1e6).toFixed(0)} MB, ${most}`);
}

async function look(browser: Browser): Promise<void> {
  const account = newAccount();
  const { uid } = await auth.createUser(account);
  const { bytes } = await plantEnlarged({ uid, file: photoFile('hubbard_pryor_cdv_1864.jpg'), pixels: PIXELS });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: suiteUrls.app });
  const page = await context.newPage();
  let fetched = 0;
  page.on('response', async (response) => {
    if (!response.url().includes('restored-tiles')) return;
    fetched += Number((await response.allHeaders())['content-length'] ?? 0);
  });
  await page.goto('/');
  await logIn(page, account);
  await photoCards(page).getByRole('button', { name: 'Full Screen' }).click();
  const sharp = page.getByRole('dialog').locator('[data-sharp]');
  await sharp.waitFor();
  console.log(
    `${''.padEnd(22)}${['median', 'p95', 'longest', 'task', 'its CPU'].map((name) => name.padStart(9)).join('')}`,
  );
  await page.mouse.move(700, 300);
  await watched(browser, page, 'wheel, in and out', async () => {
    for (const by of [-60, 60, -60]) {
      for (let turn = 0; turn < 40; turn++) {
        await page.mouse.wheel(0, by / 2);
        await page.waitForTimeout(FRAME_MS);
      }
    }
  });
  await page.keyboard.press('1');
  await page.waitForTimeout(600);
  await sharp.waitFor();
  await watched(browser, page, 'pan at 100 %', async () => {
    await page.mouse.down();
    for (let turn = 0; turn < 120; turn++) {
      await page.mouse.move(700 + 300 * Math.sin(turn / 9), 300 + 200 * Math.cos(turn / 13));
      await page.waitForTimeout(FRAME_MS);
    }
    await page.mouse.up();
  });
  await watched(browser, page, 'fly to fit, to 100 %', async () => {
    for (const key of ['0', '1', '0']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(700);
    }
  });
  await page.getByRole('button', { name: 'Adjust' }).click();
  const slider = page.getByRole('slider', { name: 'Repair' });
  const box = (await slider.boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const where of ['', ' at 100 %']) {
    if (where) await page.getByRole('slider', { name: /Compare/ }).press('1');
    await page.waitForTimeout(1000);
    await sharp.waitFor();
    await watched(browser, page, `a slider${where}`, async () => {
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.down();
      for (let turn = 0; turn < 120; turn++) {
        await page.mouse.move(middle.x + box.width * 0.4 * Math.sin(turn / 9), middle.y);
        await page.waitForTimeout(FRAME_MS);
      }
      await page.mouse.up();
    });
  }
  await page.getByRole('button', { name: 'Done' }).click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
  await saveAs(browser, page, 'saved as PNG', () => save.click());
  await page.keyboard.press('Escape');
  await photoCards(page).getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Other Formats' }).click();
  await saveAs(browser, page, 'saved as JPEG', () => page.getByRole('button', { name: /JPEG/ }).click());
  console.log(`tiles fetched ${(fetched / 1e6).toFixed(1)} MB; the whole file has ${(bytes / 1e6).toFixed(1)} MB`);
  await context.close();
}

const browser = await chromium.launch(await chromiumLaunch());
try {
  await look(browser);
} finally {
  await browser.close();
}
