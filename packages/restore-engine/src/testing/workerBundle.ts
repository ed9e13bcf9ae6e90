/** Bundles the engine's worker for tests and benchmarks, because networks run in real threads only. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The folder of this package. */
export const packageRoot = (): string => fileURLToPath(new URL('../..', import.meta.url));

/** The repository's root; results of benchmarks go to its `build/`. */
export const repositoryRoot = (): string => path.join(packageRoot(), '..', '..');

export const modelFolder = (): string => path.join(packageRoot(), 'models');

/**
 * Bundles a worker under `dist/<name>/` and returns the bundle's path.
 * @param source the worker's file in `src/`
 */
export function bundleWorker(name: string, source = 'node/worker.ts'): string {
  const outfile = path.join(packageRoot(), 'dist', name, 'engine-worker.mjs');
  mkdirSync(path.dirname(outfile), { recursive: true });
  buildSync({
    entryPoints: [path.join(packageRoot(), 'src', source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['onnxruntime-node', 'sharp'],
    logLevel: 'error',
  });
  return outfile;
}
