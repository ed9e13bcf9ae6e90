import { test as base } from '@playwright/test';
import { calm, troubleReplicate, troubleStripe } from '../../src/emulators';

/**
 * Makes the emulators fail; a test that uses it is tagged `@alone`. Whatever was planned is cleared when the
 * test ends.
 */
export const test = base.extend<{ faults: { replicate: typeof troubleReplicate; stripe: typeof troubleStripe } }>({
  // Playwright insists on a destructured first argument.
  faults: async ({ browserName: _ }, use) => {
    await use({ replicate: troubleReplicate, stripe: troubleStripe });
    await calm();
  },
});
