/**
 * `node scripts/node22.mjs` prints the path of a Node 22, on which the functions are deployed: this one, or else that
 * of tools/node22, which npm installs on first use.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installTool } from './installTool.mjs';

/** Returns the path. Throws if npm has no Node 22 for this machine. */
export function node22() {
  if (process.versions.node.startsWith('22.')) return process.execPath;
  const path = `${installTool('node22')}node_modules/node-${process.platform}-${process.arch}/bin/node`;
  if (existsSync(path)) return path;
  throw new Error('npm has no Node 22 for this machine: run this with Node 22');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(node22());
