import { readFileSync, writeFileSync } from 'node:fs';
import { SCHEDULE } from '@heirlight/contract/functionNames';
import { TOOLS } from '@heirlight/contract/tools';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { signUp } from '../browser/page/account';
import { counter, photoCards } from '../browser/page/selectors';
import { uploadPhoto } from '../browser/page/upload';
import { bucket } from '../src/admin';
import { jobsOf, quiet } from '../src/emulators';
import { photoFile } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { until } from '../src/until';
import { between, type Counted, usageSoFar } from './counted';
import { costTable } from './table';

/** `npm run cost`: restores one photo with each tool, as a person does, and prints what the services counted. */
const RESTORE_LIMIT_MS = 600_000;
/** Of a print that was photographed with a phone and cut out, in pixels. */
const PHOTO = { width: 900, height: 1200 };
/** The figures of commit ad4fc69, counted by this program: before queues, and before the functions were made light. */
const BEFORE = new URL('before.json', import.meta.url);

const counted: Counted[] = [];

/** A real scan with the grain of a print, as large as a family's photos are. */
async function photograph(): Promise<Buffer> {
  const grain = await sharp({
    create: { ...PHOTO, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .png()
    .toBuffer();
  return sharp(photoFile('mary_mackillop_c1890.jpg'))
    .resize({ ...PHOTO, fit: 'cover' })
    .composite([{ input: grain, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Bytes that a page gets from an origin from now on. */
function bytesFrom(page: Page, origin: string): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).origin !== origin) return;
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    );
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Waits until no service is at work any more. */
async function settled(): Promise<void> {
  await quiet();
  let last = '';
  await until('the services are at rest', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const { functions, documents } = await usageSoFar();
    const now = JSON.stringify([functions, documents]);
    const isSame = now === last;
    last = now;
    return isSame ? true : undefined;
  });
}

/** Bytes of the picture that the provider was given. */
async function handedOut(photoId: string): Promise<number> {
  let bytes = 0;
  for (const { id } of await jobsOf(photoId)) {
    const headers = { authorization: 'Bearer r8_local_suite' };
    const response = await fetch(`${suiteUrls.replicate}/v1/predictions/${id}`, { headers });
    const { input } = (await response.json()) as { input: Record<string, unknown> };
    const urls = Object.values(input).filter((value) => String(value).startsWith(suiteUrls.storage));
    for (const url of urls) bytes += (await (await fetch(String(url))).arrayBuffer()).byteLength;
  }
  return bytes;
}

test.describe.configure({ mode: 'serial' });
test.setTimeout(RESTORE_LIMIT_MS + 120_000);

for (const { id, name } of TOOLS) {
  test(name, async ({ page, context }) => {
    const hosting = bytesFrom(page, suiteUrls.app);
    await page.goto('/');
    const { uid } = await signUp(page);
    await expect(counter(page)).toContainText('1');
    await settled();
    const hostingBytes = await hosting();
    await page.close();

    const before = await usageSoFar();
    const visit = await context.newPage();
    const served = bytesFrom(visit, suiteUrls.storage);
    await visit.goto('/');
    await expect(counter(visit)).toContainText('1');
    await uploadPhoto(visit, {
      file: { name: 'attic.jpg', mimeType: 'image/jpeg', buffer: await photograph() },
      tool: name,
    });
    await expect(photoCards(visit).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
    await photoCards(visit).getByRole('button', { name: 'Full Screen' }).click();
    const fullScreen = visit.getByRole('dialog').filter({ has: visit.getByRole('slider') });
    await expect(fullScreen).toBeVisible();
    await expect(fullScreen.locator('[data-sharp]')).toBeVisible({ timeout: 60_000 });
    await visit.keyboard.press('Escape');
    const download = visit.waitForEvent('download');
    await photoCards(visit).getByRole('button', { name: 'Save' }).first().click();
    await (await download).path();
    await settled();
    const servedBytes = await served();
    await visit.close();

    const [files] = await bucket.getFiles();
    const own = files.filter((file) => file.name.split('/')[1] === uid);
    const stored = own.reduce((sum, file) => sum + Number(file.metadata.size), 0);
    const photoId = /^images\/[^/]+\/([0-9a-f-]{36})/.exec(
      own.map((file) => file.name).find((one) => one.startsWith('images/'))!,
    )![1]!;
    const usage = between(before, await usageSoFar());
    const schedules: string[] = Object.values(SCHEDULE);
    counted.push({
      ...usage,
      functions: usage.functions.filter((one) => !schedules.includes(one.name)),
      tool: id,
      stored,
      served: servedBytes,
      handedOut: await handedOut(photoId),
      hosting: hostingBytes,
    });
  });
}

test.afterAll(() => {
  if (process.env.COST_JSON) writeFileSync(process.env.COST_JSON, JSON.stringify(counted));
  console.log(costTable(JSON.parse(readFileSync(BEFORE, 'utf8')) as Counted[], counted));
});
