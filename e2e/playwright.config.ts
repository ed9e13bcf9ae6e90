import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { defineConfig } from '@playwright/test';
import { suiteUrls } from './src/suiteUrls';

const wide = { viewport: { width: 1280, height: 800 } };
/** `npm run test:long` sets it: only the long tests run. `npm test` runs all others. */
const isLong = process.env.TEST_LONG === '1';

/** Each page lives for seconds: V8's optimising compilers would take more of two cores than they give back. */
const chromium = await chromiumLaunch();

/** The product, driven in Chromium at the two widths every screen is designed for. The suite must be running. */
export default defineConfig({
  testDir: './browser',
  // One folder per suite: Playwright empties it first, and a run against another suite may be writing there.
  outputDir: `../build/playwright-${suiteUrls.offset}`,
  timeout: 240_000,
  // The one wait of all tests, a restore's and a busy CI machine's: a test that passes never waits longer than it must.
  // Only a test about time gives a limit of its own.
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // CI's machine is shared: one more try, reported as flaky, before a test counts as failed.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: suiteUrls.app,
    // Also bounds every `waitForEvent`, which would wait until the test's own end.
    actionTimeout: 60_000,
    // What passes through one cannot be intercepted; the test that is about it allows it.
    serviceWorkers: 'block',
    // Nothing here waits for movement; the tests that are about it ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a quarter of the run. By hand: `--trace on`.
    trace: 'on-first-retry',
    launchOptions: { ...chromium, args: [...chromium.args, '--js-flags=--max-optimized-bytecode-size=0 --no-maglev'] },
  },
  projects: [
    {
      name: 'desktop',
      ...(isLong ? { grep: /@long/, grepInvert: /@alone/ } : { grepInvert: /@alone|@long/ }),
      use: wide,
    },
    {
      name: 'phone',
      // Most tests that are worth a run on a phone differ too little from the desktop's for the ordinary tests.
      ...(isLong ? { grep: /@phone-long|@phone.*@long/ } : { grep: /@phone(?!-long)/, grepInvert: /@long/ }),
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      },
    },
    // Tests that make an emulator fail would meet each other's failures: they run one after another, after all others.
    {
      name: 'alone',
      ...(isLong ? { grep: /@alone.*@long|@long.*@alone/ } : { grep: /@alone/, grepInvert: /@long/ }),
      workers: 1,
      dependencies: ['desktop', 'phone'],
      use: wide,
    },
  ],
});
