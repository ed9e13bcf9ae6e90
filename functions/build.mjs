/**
 * Bundles the backend into lib/index.cjs. scripts/deployFolder.mjs uploads the bundle alone, so the workspace package
 * `contract` is inlined; registry packages stay external and are installed from the versions of our lockfile.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));

await build({
  entryPoints: [here('src/index.ts')],
  outfile: here('lib/index.cjs'),
  bundle: true,
  platform: 'node',
  // The names of an ES module's exports are fixed when it is written; ours come from the contract.
  format: 'cjs',
  footer: { js: 'module.exports = module.exports.default;' },
  target: 'node20',
  sourcemap: true,
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
});
