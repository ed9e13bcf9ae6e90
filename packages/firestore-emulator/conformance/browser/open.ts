import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';

/**
 * Opens a page in Chromium, on its own origin, that runs one bundled entry.
 * @param entry absolute path of a TypeScript file
 */
export async function openPage(entry: string): Promise<{ page: Page; close(): Promise<void> }> {
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    alias: { re2js: join(__dirname, 'withoutRe2js.ts') },
    logLevel: 'error',
  });
  const script = bundle.outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', request.url === '/entry.js' ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(request.url === '/entry.js' ? script : '<!doctype html><script src="/entry.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch(await chromiumLaunch());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
