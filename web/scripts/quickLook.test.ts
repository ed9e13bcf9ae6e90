/** @jest-environment node */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { modelFolder } from '@heirlight/restore-engine/testing';
import { expect, test } from '@jest/globals';
import { QUICK_LOOK_MEGABYTES } from '../src/domain/quickLook/quickLook';

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

test('downloads as many megabytes as its button says', () => {
  // Hosting compresses code, WebAssembly included, and no networks.
  const code = gzipSync(
    readFileSync(path.join(root, 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm')),
  ).length;
  const networks = ['damage', 'colour'].map((name) => readFileSync(path.join(modelFolder(), `${name}.onnx`)).length);
  const bytes = networks.reduce((sum, one) => sum + one, code);
  expect(Math.abs(bytes / 1e6 - QUICK_LOOK_MEGABYTES)).toBeLessThan(0.5);
});
