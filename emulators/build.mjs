/** Bundles each local service into one file under dist/, so that starting them needs no TypeScript at run time. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const ENTRIES = {
  firestore: 'src/firestore/main.ts',
  'storage-rules': 'src/rules/storage/main.ts',
  replicate: 'src/replicate/main.ts',
  'engine-worker': 'src/engine/worker.ts',
  stripe: 'src/stripe/main.ts',
  mailbox: 'src/mailbox/main.ts',
  functions: 'src/functions/main.ts',
  suite: 'src/suite/main.ts',
};

const entryPoints = Object.fromEntries(
  Object.entries(ENTRIES)
    .map(([name, file]) => [name, here(file)])
    .filter(([, file]) => existsSync(file)),
);
await build({
  entryPoints,
  outdir: here('dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  packages: 'external',
  alias: { '@heirlight/contract': here('../contract/src') },
  logLevel: 'warning',
});
