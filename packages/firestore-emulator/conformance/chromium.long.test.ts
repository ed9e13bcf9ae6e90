import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PageConformance } from './browser/entry';
import { openPage } from './browser/open';
import { casesFor } from './cases';
import { openTarget, type Target } from './harness/server';

const CASE_LIMIT_MS = 30_000;

declare const conformance: PageConformance;

const TRANSPORTS = [
  { transport: 'WebChannel and REST', longPolling: false },
  { transport: 'long polling and REST', longPolling: true },
];

describe.each(TRANSPORTS)('web SDK in Chromium over $transport', ({ longPolling }) => {
  let target: Target;
  let browser: { page: Page; close(): Promise<void> };

  beforeAll(async () => {
    target = await openTarget();
    browser = await openPage(join(__dirname, 'browser/entry.ts'));
    const { host, port } = target;
    const options = { host, port, projectId: 'demo-chromium', longPolling };
    await browser.page.evaluate((given) => conformance.open(given), options);
  }, CASE_LIMIT_MS);

  afterAll(async () => {
    await browser.close();
    await target.close();
  });

  it(
    'carries the user’s token in both streams',
    async () => {
      const content = `service cloud.firestore { match /databases/{d}/documents {
      match /users/{uid} { allow read, write: if request.auth.uid == uid; } } }`;
      const rules = { rules: { files: [{ name: 'firestore.rules', content }] } };
      const url = `http://${target.address}/emulator/v1/projects/demo-tokens:securityRules`;
      expect((await fetch(url, { method: 'PUT', body: JSON.stringify(rules) })).status).toBe(200);
      const options = { host: target.host, port: target.port, projectId: 'demo-tokens', uid: 'ada', longPolling };
      const actions = ['write users/ada', 'listen users/ada', 'write users/eve', 'listen users/eve'];
      const run = ([each, all]: [typeof options, string[]]) => conformance.permissions(each, all);
      expect(await browser.page.evaluate(run, [options, actions] as [typeof options, string[]])).toEqual({
        'write users/ada': 'allowed',
        'listen users/ada': 'allowed',
        'write users/eve': 'PERMISSION_DENIED',
        'listen users/eve': 'PERMISSION_DENIED',
      });
    },
    CASE_LIMIT_MS,
  );

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
