/**
 * What a tray of many photos of 12 megapixels costs a phone, in a running suite: they are chosen, looked at and sent on a
 * page whose processor is four times slower. The provider's jobs never end, so that the restores compute nothing beside it.
 * Run: npm run bench:tray [-- --photos 50]
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, type CDPSession, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { arrive } from './browser/page/account';
import { counter } from './browser/page/selectors';
import { db, setBalance } from './src/admin';
import { calm, troubleReplicate } from './src/emulators';
import { demoFile, photoFile } from './src/pictures';
import { suiteUrls } from './src/suiteUrls';
import { until } from './src/until';

const { values } = parseArgs({ options: { photos: { type: 'string', default: '50' } } });
const PHOTOS = Number(values.photos);
const [WIDTH, HEIGHT] = [4_000, 3_000];
const CPU_SLOWDOWN = 4;
/** The page is not blocked by shorter tasks. */
const LONG_MS = 50;
const SAMPLE_MS = 250;
const LISTED_TASKS = 6;
/** Less is not listed of a kind of process. */
const LISTED_MB = 20;
/** Of the tray's photos that the provider has at the same time, with room for those that are tried again. */
const HUNG_JOBS = 2 * PHOTOS;
/** Photos are decoded and debited one by one, on processors that the page shares. */
const DEBITED_MS = 300_000;
/** Bare numbers are upper limits. */
const GOALS: Record<string, string> = {
  'peak over the empty page, MB': '600',
  [`tasks over ${LONG_MS} ms`]: '0',
  'restores debited': `= ${PHOTOS}`,
};
const FOLDER = fileURLToPath(new URL('../build/bench-tray/', import.meta.url));
const SCANS = [
  ...['portrait-before', 'colorization-before', 'hero-before', 'damaged-before'].map(demoFile),
  ...['mary_mackillop_c1890.jpg', 'hubbard_pryor_cdv_1864.jpg'].map(photoFile),
];

/** A selector of CSS: looking for roles again and again would take a tenth of the page's time. */
const BAR = '[aria-label="Photos on their way"]';

/** Makes different photographs, each a part of a scan with the grain of film. Those of an earlier run are used again. */
async function makePhotos(): Promise<string[]> {
  mkdirSync(FOLDER, { recursive: true });
  const files = Array.from({ length: PHOTOS }, (_, index) => `${FOLDER}${index + 1}.jpg`);
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  let grain: Buffer | null = null;
  for (const [index, file] of files.entries()) {
    if (existsSync(file)) continue;
    grain ??= await sharp({ create: { ...raw, background: 'gray', noise } })
      .raw()
      .toBuffer();
    const scan = SCANS[index % SCANS.length];
    const { width, height } = await sharp(scan).metadata();
    const share = 1 - 0.02 * Math.floor(index / SCANS.length);
    await sharp(scan)
      .extract({ left: 0, top: 0, width: Math.floor(width * share), height: Math.floor(height * share) })
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .toColourspace('srgb')
      .composite([{ input: grain, raw, blend: 'soft-light' }])
      .jpeg({ quality: 88 })
      .toFile(file);
  }
  return files;
}

type Memory = Readonly<Record<string, number>>;
const sum = (memory: Memory): number => Object.values(memory).reduce((total, mb) => total + mb, 0);

/** Resident memory of the browser by the kind of process, MB. Pages that are shared count in each. Linux only. */
async function residentMb(session: CDPSession): Promise<Memory> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const memory: Record<string, number> = {};
  for (const { id, type } of processInfo) {
    try {
      const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0;
      memory[type] = (memory[type] ?? 0) + (Number(kib) * 1024) / 1e6;
    } catch {
      // It has ended meanwhile.
    }
  }
  return memory;
}

interface Peaks {
  /** At the moment when it was most in all. */
  resident: Memory;
  heapMb: number;
}

const mostOf = (one: Peaks, other: Peaks): Peaks => ({
  resident: sum(one.resident) > sum(other.resident) ? one.resident : other.resident,
  heapMb: Math.max(one.heapMb, other.heapMb),
});

/** Looks at the memory again and again, from the empty page on. */
async function watchMemory(browser: Browser, page: Page) {
  const [whole, own] = await Promise.all([browser.newBrowserCDPSession(), page.context().newCDPSession(page)]);
  await own.send('HeapProfiler.collectGarbage');
  await own.send('Performance.enable');
  const look = async (): Promise<Peaks> => {
    const [resident, { metrics }] = await Promise.all([residentMb(whole), own.send('Performance.getMetrics')]);
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    return { resident, heapMb: heap / 1e6 };
  };
  const empty = await look();
  let peaks = empty;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peaks = mostOf(peaks, await look());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    /** Returns what was most since the last call: memory over the empty page, and the heap. */
    async most(): Promise<Peaks> {
      const now = await look();
      const { resident, heapMb } = mostOf(peaks, now);
      peaks = now;
      const over = Object.entries(resident).map(([type, mb]) => [type, mb - (empty.resident[type] ?? 0)] as const);
      return { resident: Object.fromEntries(over), heapMb };
    },
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

/** A task that blocked the page. `what` names what it did for how many ms, the longest first. */
interface LongTask {
  start: number;
  duration: number;
}
/** See https://developer.mozilla.org/docs/Web/API/PerformanceLongAnimationFrameTiming */
interface Frame extends LongTask {
  /** From here on styles and layout are computed and the frame is drawn; 0 if nothing was drawn. */
  drawnFrom: number;
  scripts: { name: string; duration: number }[];
}

declare global {
  interface Window {
    /** Moments and durations in ms of the page's clock. */
    blocked: { tasks: LongTask[]; frames: Frame[] };
  }
}

/** Runs in the page, where the names that tsx gives to inner functions do not exist: all of them are nameless. */
function watchTasks(): void {
  window.blocked = { tasks: [], frames: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.blocked.tasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    // biome-ignore lint/suspicious/noExplicitAny: TypeScript's library does not know these entries yet.
    for (const entry of list.getEntries() as any[])
      window.blocked.frames.push({
        start: entry.startTime,
        duration: entry.duration,
        drawnFrom: entry.styleAndLayoutStart,
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        scripts: entry.scripts.map((script: any) => ({
          name: `${script.invoker} ${script.sourceURL.split('/').at(-1)} ${script.sourceFunctionName}`.trim(),
          duration: script.duration,
        })),
      });
  }).observe({ type: 'long-animation-frame' });
}

/** What a long task belongs to: the scripts and the drawing of the frame that it is in, the longest first. */
function belongingTo({ start, duration }: LongTask, frames: readonly Frame[]): string {
  const frame = frames.find((one) => one.start <= start + duration && start <= one.start + one.duration);
  if (!frame) return 'no frame';
  const drawing = {
    name: 'styles and layout',
    duration: frame.drawnFrom && frame.start + frame.duration - frame.drawnFrom,
  };
  const parts = [...frame.scripts, drawing].filter((part) => part.duration >= 5);
  parts.sort((a, b) => b.duration - a.duration);
  return (
    parts
      .map((part) => `${part.name} ${part.duration.toFixed(0)}`)
      .slice(0, 3)
      .join('; ') || 'no script'
  );
}

/** Resolves when so many workers of a file have begun and ended since this was called. */
function workersEnded(page: Page, file: string, count: number): Promise<void> {
  let ended = 0;
  return new Promise((resolve) => {
    page.on('worker', (worker) => {
      if (basename(worker.url()).startsWith(file))
        worker.once('close', () => {
          ended += 1;
          if (ended === count) resolve();
        });
    });
  });
}

const debits = async (uid: string) =>
  (await db.collection(`users/${uid}/ledger`).where('reason', '==', 'restore').get()).size;

async function measure(browser: Browser, files: string[]): Promise<void> {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 664 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    baseURL: suiteUrls.app,
  });
  const page = await context.newPage();
  const { uid } = await arrive(page);
  await setBalance(uid, PHOTOS);
  await expect(counter(page)).toContainText(`${PHOTOS}`);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const picker = page.getByRole('dialog').locator('input[type=file]');
  await picker.waitFor({ state: 'attached' });
  const throttle = await context.newCDPSession(page);
  await throttle.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const memory = await watchMemory(browser, page);
  await page.evaluate(watchTasks);

  const phases: { name: string; seconds: number; until: number; peaks: Peaks }[] = [];
  let started = Date.now();
  const phase = async (name: string, work: Promise<unknown>) => {
    await work;
    const seconds = (Date.now() - started) / 1000;
    process.stderr.write(`${name}: ${seconds.toFixed(0)} s\n`);
    phases.push({ name, seconds, until: await page.evaluate(() => performance.now()), peaks: await memory.most() });
    started = Date.now();
  };
  const lookedAt = workersEnded(page, 'inspectWorker', PHOTOS);
  await picker.setInputFiles(files);
  const tray = page.getByRole('dialog', { name: 'Restore several photos' });
  const allThumbnails = page.waitForFunction(
    (count) => {
      const images = [...document.querySelectorAll<HTMLImageElement>('[role=dialog] li img')];
      return images.length === count && images.every(({ complete }) => complete);
    },
    PHOTOS,
    { polling: SAMPLE_MS, timeout: 0 },
  );
  await phase('all thumbnails', allThumbnails);
  await phase('all looked at', lookedAt);
  // A mouse that rests on the page would be told of each card that moves below it.
  await tray.getByRole('button', { name: `Restore ${PHOTOS} Photos` }).tap();
  await tray.waitFor({ state: 'hidden' });
  await page.locator(BAR).waitFor();
  const isBarGone = (selector: string) => document.querySelector(selector) === null;
  await phase('all sent', page.waitForFunction(isBarGone, BAR, { polling: SAMPLE_MS, timeout: 0 }));
  await memory.stop();
  const { tasks, frames } = await page.evaluate(() => window.blocked);
  const isPaid = async () => ((await debits(uid)) >= PHOTOS ? true : undefined);
  const paid = await until('every photo is debited', isPaid, DEBITED_MS).catch(() => false);
  if (!paid) console.log('Not every photo was debited in time.');
  const debited = await debits(uid);
  await context.close();

  const print = (name: string, figure: number, digits = 0) =>
    console.log(`${name.padEnd(34)}${figure.toFixed(digits).padStart(8)}${(GOALS[name] ?? '').padStart(8)}`.trimEnd());
  console.log(
    `${PHOTOS} photographs of ${(WIDTH * HEIGHT) / 1e6} megapixels in the tray, processor ${CPU_SLOWDOWN} times slower.`,
  );
  console.log(`${''.padEnd(42)}${'goal'.padStart(8)}`);
  print('peak over the empty page, MB', Math.max(...phases.map(({ peaks }) => sum(peaks.resident))));
  for (const { name, peaks } of phases) {
    print(`  until ${name}`, sum(peaks.resident));
    for (const [type, mb] of Object.entries(peaks.resident)) if (mb >= LISTED_MB) print(`    ${type}`, mb);
  }
  print('peak of the heap, MB', Math.max(...phases.map(({ peaks }) => peaks.heapMb)));
  for (const { name, seconds } of phases) print(`until ${name}, s`, seconds, 1);
  print(`tasks over ${LONG_MS} ms`, tasks.length);
  print('longest task, ms', Math.max(0, ...tasks.map(({ duration }) => duration)));
  print('restores debited', debited);
  const longest = [...tasks].sort((a, b) => b.duration - a.duration).slice(0, LISTED_TASKS);
  if (longest.length > 0) console.log('The longest tasks, and the parts of their frames, ms:');
  for (const task of longest) {
    const during = phases.find((one) => task.start < one.until)?.name ?? 'after';
    console.log(`  ${task.duration.toFixed(0).padStart(5)}  until ${during}: ${belongingTo(task, frames)}`);
  }
}

const files = await makePhotos();
process.stderr.write(`${files.length} photos are made\n`);
await troubleReplicate({ predictions: Array.from({ length: HUNG_JOBS }, () => ({ kind: 'hang' })) });
const browser = await chromium.launch(await chromiumLaunch());
try {
  await measure(browser, files);
} finally {
  await browser.close();
  await calm();
}
