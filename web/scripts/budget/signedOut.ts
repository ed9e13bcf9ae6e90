import type { Request } from 'playwright-core';
import { type Build, builtFile, openVisit, type Row, type Size, sum } from './visit';

const SCRIPT = /\.js$/;
/** What a visitor must not download before it is used, by what its code says. */
const FORBIDDEN = [/firebaseapp|identitytoolkit/, /js\.stripe\.com/];

/** Until React is there, only what the page fetches ahead is fetched by a script (app/fetchAhead.ts). */
const isAhead = (request: Request) => request.resourceType() === 'fetch';
const fetchesAhead = () =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
    ({ initiatorType, name }) => initiatorType === 'fetch' && name.endsWith('.js'),
  );

/** Weighs the pictures of the whole page, as somebody who reads to its end has downloaded them. */
async function allPictures({ page, downloaded }: Awaited<ReturnType<typeof openVisit>>): Promise<Size> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode()));
  });
  return downloaded(/\.avif$/);
}

/** A visitor who is not signed in: the page before hydration, when it has been idle, and when it hydrates. */
export async function signedOut(build: Build): Promise<Row[]> {
  const visit = await openVisit(build);
  await visit.page.waitForFunction(fetchesAhead);
  await visit.page.waitForLoadState('networkidle');
  for (const path of visit.requests.map((request) => new URL(request.url()).pathname)) {
    const code = SCRIPT.test(path) ? builtFile(path).toString() : '';
    const found = FORBIDDEN.find((pattern) => pattern.test(code));
    if (found) throw new Error(`A signed-out visitor downloads ${path}, which contains ${found}`);
  }
  const first = await visit.downloaded(SCRIPT, (request) => !isAhead(request));
  const rows: Row[] = [
    { what: 'script before the first wish', size: sum([first, await visit.inline()]), limit: 3_000 },
    { what: 'HTML with critical styles', size: await visit.downloaded(/^\/$/), limit: 20_000 },
    { what: 'fonts', size: await visit.downloaded(/\.woff2$/), limit: 25_000 },
    { what: 'pictures, 1280 px wide', size: await allPictures(visit), limit: 140_000 },
    { what: 'script fetched ahead, once idle', size: await visit.downloaded(SCRIPT, isAhead) },
  ];
  await visit.close();

  const pressing = await openVisit(build, { saveData: true });
  await pressing.page.getByRole('button', { name: 'Login / Sign Up' }).click();
  await pressing.page.getByRole('dialog').waitFor();
  rows.push({ what: 'script up to the login dialog', size: await pressing.downloaded(SCRIPT) });
  await pressing.close();
  return rows;
}
