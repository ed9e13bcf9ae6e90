/** @jest-environment node */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = path.join(__dirname, '../..');
/** WebAssembly that runs once is not worth being compiled well: a third of the time. */
const RUN_ONCE = ['--liftoff-only', '--wasm-lazy-compilation'];

test('is the same by WebAssembly as in the local engine, to two grey levels', async () => {
  const photo = path.join(root, 'e2e/photos/mary_mackillop_c1890.jpg');
  const script = ['--import', 'tsx', path.join(__dirname, 'quickLook.ts'), photo, '96'];
  const { stdout } = await promisify(execFile)(process.execPath, [...RUN_ONCE, ...script], { cwd: root });
  const { apart, changed } = JSON.parse(stdout) as { apart: number; changed: number };
  expect(apart).toBeLessThanOrEqual(2);
  expect(changed).toBeGreaterThan(20);
});
