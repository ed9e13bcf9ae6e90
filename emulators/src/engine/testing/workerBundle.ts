/** The engine's worker, bundled for tests and benchmarks. Networks run only in real threads, so these need the real bundle. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The repository's root, found upwards from where the command was started. */
export function repositoryRoot(): string {
  let folder = process.cwd();
  while (!existsSync(path.join(folder, 'emulators', 'build.mjs'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('Start this inside the repository.');
    folder = parent;
  }
  return folder;
}

export const modelFolder = (): string => path.join(repositoryRoot(), 'emulators', 'models');

/** Bundles a worker source file under `emulators/dist/<name>/` and returns the bundle's path. */
export function bundleWorker(source: string, name: string): string {
  const root = repositoryRoot();
  const outfile = path.join(root, 'emulators', 'dist', name, 'engine-worker.mjs');
  execFileSync(path.join(root, 'node_modules', '.bin', 'esbuild'), [
    path.join(root, 'emulators', 'src', 'engine', source),
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--target=node20',
    '--packages=external',
    `--alias:@heirlight/contract=${path.join(root, 'contract', 'src')}`,
    `--outfile=${outfile}`,
    '--log-level=error',
  ]);
  return outfile;
}
