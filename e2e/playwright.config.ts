import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { defineConfig } from '@playwright/test';
import { suiteUrls } from './src/suiteUrls';

/** The product, driven in Chromium at the two widths every screen is designed for. The suite must be running. */
export default defineConfig({
  testDir: './tests',
  // One folder per suite: Playwright empties it first, and a run against another suite may be writing there.
  outputDir: `../build/playwright-${suiteUrls.offset}`,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // CI's machine is shared: one more try, reported as flaky, before a test counts as failed.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: suiteUrls.app,
    // Nothing here waits for movement; the tests that are about it ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: await chromiumLaunch(),
  },
  projects: [
    { name: 'desktop', grepInvert: /@alone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      },
    },
    // Tests that make a stand-in fail would meet each other's failures; they run one after another, when all else is done.
    {
      name: 'alone',
      grep: /@alone/,
      workers: 1,
      dependencies: ['desktop', 'phone'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
