import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Request } from 'playwright-core';

const dist = new URL('../../dist/', import.meta.url);

/** Bytes of text as a browser gets it. */
export interface Size {
  gzip: number;
  brotli: number;
}
const NOTHING: Size = { gzip: 0, brotli: 0 };
export const sum = (sizes: Size[]): Size =>
  sizes.reduce((all, one) => ({ gzip: all.gzip + one.gzip, brotli: all.brotli + one.brotli }), NOTHING);
export const sizeOf = (text: string | Buffer): Size => ({
  gzip: gzipSync(text, { level: 9 }).length,
  brotli: brotliCompressSync(text).length,
});

/** One line of the report. A limit is in bytes of gzip. */
export interface Row {
  what: string;
  size: Size;
  limit?: number;
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  woff2: 'font/woff2',
  json: 'application/json',
};
const COMPRESSED = ['html', 'js', 'svg', 'json'];

export const builtFile = (path: string): Buffer => readFileSync(new URL(`.${path}`, dist));

/** Serves the built page as Hosting does: compressed, and every unknown path is the page. */
function serveBuild() {
  return createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').pathname;
    let [path, body] = ['/index.html', builtFile('/index.html')];
    try {
      if (asked !== '/') [path, body] = [asked, builtFile(asked)];
    } catch {
      // The page.
    }
    const type = path.split('.').at(-1) ?? '';
    const cached = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.setHeader('Content-Type', TYPES[type] ?? 'application/octet-stream').setHeader('Cache-Control', cached);
    if (COMPRESSED.includes(type)) response.setHeader('Content-Encoding', 'gzip');
    response.end(COMPRESSED.includes(type) ? gzipSync(body, { level: 9 }) : body);
  });
}

/** The built page in a browser. */
export interface Build {
  browser: Browser;
  url: string;
}

/** Serves the built page and starts a browser, both until `measure` is done. */
export async function withBuild<Result>(measure: (build: Build) => Promise<Result>): Promise<Result> {
  const server = serveBuild();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    return await measure({ browser, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

/**
 * A new visitor's page. `downloaded` weighs what has arrived from an address that ends so, in bytes on the wire: all of it,
 * or what `isWeighed` says.
 */
export async function openVisit({ browser, url }: Build, options: BrowserContextOptions & { saveData?: boolean } = {}) {
  const { saveData = false, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...rest });
  const page = await context.newPage();
  if (saveData) {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  }
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });

  const downloaded = async (ending: RegExp, isWeighed: (request: Request) => boolean = () => true): Promise<Size> => {
    const sizes: Size[] = [];
    for (const request of requests) {
      const { pathname } = new URL(request.url());
      if (!ending.test(pathname) || !isWeighed(request)) continue;
      const { responseBodySize: gzip } = await request.sizes();
      const { brotli } = sizeOf(builtFile(pathname === '/' ? '/index.html' : pathname));
      sizes.push({ gzip, brotli });
    }
    return sum(sizes);
  };
  /** The scripts that the page contains, which arrive with it. */
  const inline = async (): Promise<Size> => {
    const texts = await page.locator('script:not([src])').allTextContents();
    return sum(texts.map(sizeOf));
  };
  return { page, requests, downloaded, inline, close: () => context.close() };
}
