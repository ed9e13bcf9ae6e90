import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('a browser that is not there is named before any test runs', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', join(__dirname, 'check.ts')], {
    cwd: __dirname,
    encoding: 'utf8',
    env: { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' },
  });
  expect(stderr).toBe('CHROMIUM_PATH names /nowhere/chromium, which does not exist.\n');
  expect(status).toBe(1);
});
