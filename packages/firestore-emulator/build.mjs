/**
 * Bundles the commands into `dist/`. Packages under `dependencies` are imported at run time; all others, such as the
 * workspace's own, become part of the bundle, so that the packed package can be installed anywhere.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));

await build({
  entryPoints: { firestore: here('src/main.ts'), cli: here('src/cli.ts') },
  outdir: here('dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  external: Object.keys(dependencies),
  logLevel: 'warning',
});
