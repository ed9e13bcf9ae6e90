import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Path of a Node 22, on which the functions are deployed: this one, or else that of tools/node22. */
export function node22(): string {
  if (process.versions.node.startsWith('22.')) return process.execPath;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/installTool.mjs', 'node22'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Node 22 could not be installed:\n${stderr}`);
  const path = join(ROOT, `tools/node22/node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (!existsSync(path)) throw new Error(`npm has no Node 22 for this machine: run the test with a Node 22`);
  return path;
}
