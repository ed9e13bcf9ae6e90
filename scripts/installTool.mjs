/**
 * `node scripts/installTool.mjs NAME` installs the packages of tools/NAME from its own lockfile, if they are not there
 * yet. They are large and seldom needed, so `npm ci` leaves them out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the tool's folder. Throws if npm fails. */
export function installTool(name) {
  const folder = fileURLToPath(new URL(`../tools/${name}/`, import.meta.url));
  const installed = `${folder}node_modules/.package-lock.json`;
  const isFresh =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs;
  if (!isFresh) {
    console.log(`Installing tools/${name} (first use)`);
    const { status } = spawnSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
  }
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installTool(process.argv[2]);
