import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PageConformance } from './browser/entry';
import { openPage } from './browser/open';
import { casesFor } from './cases';
import { openTarget, type Target } from './harness/server';

const CASE_LIMIT_MS = 30_000;

declare const conformance: PageConformance;

describe('web SDK in Chromium over WebChannel and REST', () => {
  let target: Target;
  let browser: { page: Page; close(): Promise<void> };

  beforeAll(async () => {
    target = await openTarget();
    browser = await openPage(join(__dirname, 'browser/entry.ts'));
    const { host, port } = target;
    await browser.page.evaluate((options) => conformance.open(options), { host, port, projectId: 'demo-chromium' });
  }, CASE_LIMIT_MS);

  afterAll(async () => {
    await browser.close();
    await target.close();
  });

  for (const [chapter, cases] of casesFor('web')) {
    describe(chapter, () => {
      for (const { name } of cases) {
        it(
          name,
          async () => {
            const run = ([of, what]: [string, string]) => conformance.run(of, what);
            expect(await browser.page.evaluate(run, [chapter, name] as [string, string])).toBeNull();
          },
          CASE_LIMIT_MS,
        );
      }
    });
  }
});
