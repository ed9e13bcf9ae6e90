import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('a browser that is not there is named before any test runs', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--list', '--config', 'e2e/playwright.config.ts'],
    { cwd: join(__dirname, '../..'), encoding: 'utf8', env: { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' } },
  );
  expect(`${stdout}${stderr}`).toContain('CHROMIUM_PATH names /nowhere/chromium, which does not exist.');
  expect(status).not.toBe(0);
});
