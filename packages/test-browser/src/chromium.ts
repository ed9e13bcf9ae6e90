import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type LaunchOptions, chromium as playwright } from 'playwright-core';
import { SHIPPED_FOR, shippedChromium } from './shipped';

/** Where installers put Chromium or Chrome. */
const INSTALLED: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
    `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${folder}/Chromium.app/Contents/MacOS/Chromium`,
  ]),
};

/** Chromium's sandbox refuses to run as root, as containers do; the tests open their own pages only. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** What Playwright's `launch` needs. `env` holds this process's variables and what the browser needs besides. */
export type ChromiumLaunch = Required<Pick<LaunchOptions, 'executablePath' | 'env' | 'args'>>;

/**
 * The browser to drive: CHROMIUM_PATH, else the one inside the npm package @sparticuz/chromium (unpacked on first use),
 * else an installed Chromium or Chrome, else the one `npx playwright install chromium` downloaded.
 * Throws an error that says what to install when there is none.
 */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return { executablePath: chosen, env: process.env, args: ARGS };
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
  }
  const shipped = await shippedChromium();
  if (shipped) {
    return { executablePath: shipped.executablePath, env: { ...process.env, ...shipped.env }, args: ARGS };
  }
  const executablePath = [...(INSTALLED[process.platform] ?? []), playwright.executablePath()].find(existsSync);
  if (executablePath) return { executablePath, env: process.env, args: ARGS };
  throw new Error(
    `No browser to test with: install Chromium or Chrome, or run \`npx playwright install chromium\`, or set CHROMIUM_PATH ` +
      `(the npm package's own Chromium runs on ${SHIPPED_FOR} only).`,
  );
}
