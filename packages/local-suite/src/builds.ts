import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Runs a command to its end; its output is shown only when it fails. */
function runCommand(options: { command: string; args: string[]; cwd: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.command, options.args, {
      cwd: options.cwd,
      // A suite started by a test runner inherits its NODE_ENV, and would serve a development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    child.stderr.on('data', (chunk) => output.push(String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${options.command} ${options.args.join(' ')} failed (${code}):\n${output.join('')}`));
    });
  });
}

/** What the names of this repository's workspaces begin with. */
const OWN = '@heirlight/';

/** Folders that hold what was installed or built, not what is built from. */
const MADE = new Set(['node_modules', 'dist', 'build']);

function* files(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (MADE.has(entry.name)) continue;
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* files(child);
    else yield child;
  }
}

/** The folder of a workspace, and of those that it depends on, and so on: relative to the repository. */
export function foldersOf(root: string, folder: string, known = new Set<string>()): Set<string> {
  if (known.has(folder)) return known;
  known.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith(OWN)) foldersOf(root, `packages/${name.slice(OWN.length)}`, known);
  }
  return known;
}

/** A hash over the content of everything the client is built from. */
function sourceHash(root: string): string {
  const hash = createHash('sha256');
  for (const folder of foldersOf(root, 'web')) {
    for (const file of files(join(root, folder))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

/** Builds the client unless the last build was made from the very same sources. Returns whether it built. */
export async function buildClient(root: string): Promise<boolean> {
  const stamp = join(root, 'build/web-sources.sha256');
  const hash = sourceHash(root);
  const isFresh =
    existsSync(join(root, 'web/dist/index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isFresh) return false;
  await runCommand({ command: process.execPath, args: ['build.mjs'], cwd: join(root, 'web') });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

/** Bundles the backend; fast enough to do always. */
export function buildBackend(root: string): Promise<void> {
  return runCommand({ command: process.execPath, args: ['build.mjs'], cwd: join(root, 'functions') });
}
