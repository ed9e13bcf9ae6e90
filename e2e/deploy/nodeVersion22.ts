import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { machine } from './machine';

/** Path of a Node 22, on which the functions are deployed. */
export function node22(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(__dirname, '../../scripts/node22.mjs')], {
    encoding: 'utf8',
    env: machine(),
  });
  if (status !== 0) throw new Error(`There is no Node 22:\n${stderr}`);
  // npm's installation is announced first.
  return stdout.trim().split('\n').at(-1)!;
}
