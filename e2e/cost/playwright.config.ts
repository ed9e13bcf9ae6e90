import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** `npm run cost`: one restore with each tool, one after another, so that the counters tell them apart. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'cost.ts',
  outputDir: '../../build/playwright-cost',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  reporter: [['dot']],
  projects: [{ name: 'cost', use: { viewport: { width: 1280, height: 800 } } }],
});
