import { defineConfig, devices } from '@playwright/test';
import base from '../playwright.config';

const wide = { viewport: { width: 1280, height: 800 } };
const { defaultBrowserType: _, ...iPhone } = devices['iPhone 14'];
/** What Safari's bars leave of an iPhone's window. */
const narrow = { ...iPhone, viewport: { width: 390, height: 664 } };

/** `npm run shots`: pictures of every screen and state for people to look at; nothing is compared. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../build/playwright-shots',
  reporter: [['list']],
  timeout: 240_000,
  projects: [
    { name: '1280-light', use: { ...wide, colorScheme: 'light' } },
    { name: '1280-dark', use: { ...wide, colorScheme: 'dark' } },
    { name: '390-light', use: { ...narrow, colorScheme: 'light' } },
    // In colours of the user's own, which replace the page's.
    {
      name: '1280-forced',
      testMatch: 'gallery.shots.ts',
      use: { ...wide, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } },
    },
    { name: '390-dark', use: { ...narrow, colorScheme: 'dark' } },
  ],
});
