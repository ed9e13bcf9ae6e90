/** Bundles the engine's worker thread, so that starting it needs no TypeScript at run time. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here('src/node/worker.ts')],
  outfile: here('dist/engine-worker.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  external: ['onnxruntime-node', 'sharp'],
  logLevel: 'warning',
});
