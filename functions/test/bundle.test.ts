import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';

/** A folder without packages. */
const folder = mkdtempSync(join(tmpdir(), 'heirlight-bundle-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the bundle loads without any package: a new instance loads one only when a request needs it', () => {
  const file = join(folder, 'index.cjs');
  execFileSync(process.execPath, [join(__dirname, '../build.mjs')], {
    env: { ...process.env, FUNCTIONS_BUNDLE: file },
  });
  const output = execFileSync(process.execPath, ['-p', `Object.keys(require('${file}')).length > 5`], {
    cwd: folder,
    env: { GCLOUD_PROJECT: 'demo', FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo', storageBucket: 'demo' }) },
  });
  expect(String(output).trim()).toBe('true');
  const lookedUp = [...readFileSync(file, 'utf8').matchAll(/require\.resolve\("\.\/([^"]+)"\)/g)].map(
    ([, path]) => path,
  );
  expect(lookedUp).toEqual(['faceModel/weights.json', 'faceModel/weights.bin']);
  expect(readdirSync(join(folder, 'faceModel')).sort()).toEqual(['LICENSE', 'weights.bin', 'weights.json']);
});
