/**
 * Bundles the backend into lib/index.cjs, or into the file FUNCTIONS_BUNDLE. scripts/deployFolder.mjs uploads
 * the bundle alone, so workspace packages are inlined. So is firebase-functions, which every function loads; it is
 * made for that. Other registry packages stay external, are installed from the versions of our lockfile,
 * and nothing loads them before a request needs them. The folder faceModel is copied beside the bundle.
 * Why: docs/decisions/2026-11-23-admin-loads-when-asked-for.md
 */
import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));
const INLINED = ['firebase-functions'];

/**
 * Loads firebase-admin when one of its exports is first read. firebase-functions imports its Auth and App Check at the
 * top, though only a request needs them: nine tenths of what a new instance loaded.
 */
const lazyAdmin = {
  name: 'lazy-admin',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^firebase-admin\// }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'lazy' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => {
      const getters = Object.keys(require(path)).map(
        (name) =>
          `Object.defineProperty(exports, '${name}', { get: () => require('${path}').${name}, enumerable: true });`,
      );
      return { contents: getters.join('\n') };
    });
  },
};

/**
 * Copies the network that finds faces, and looks it up there: what is uploaded has no workspace package. It is read when a
 * result is first searched.
 */
const faceModel = {
  name: 'face-model',
  setup({ onResolve, onEnd }) {
    onResolve({ filter: /^@heirlight\/imaging\/faces\/weights\./ }, ({ path }) => ({
      path: `./faceModel/${basename(path)}`,
      external: true,
    }));
    onEnd(() => {
      const folder = dirname(require.resolve('@heirlight/imaging/faces/weights.json'));
      cpSync(folder, join(dirname(outfile), 'faceModel'), { recursive: true });
    });
  },
};

const outfile = process.env.FUNCTIONS_BUNDLE ?? here('lib/index.cjs');
await build({
  entryPoints: [here('src/index.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  // The names of an ES module's exports are fixed when it is written; ours come from the contract.
  format: 'cjs',
  footer: { js: 'module.exports = module.exports.default;' },
  target: 'node20',
  sourcemap: true,
  plugins: [lazyAdmin, faceModel],
  external: Object.keys(dependencies)
    .filter((name) => !INLINED.includes(name))
    .flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
});
