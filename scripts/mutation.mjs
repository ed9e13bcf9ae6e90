/**
 * `npm run test:mutation [-- set ...]`: Stryker changes the code in many small ways ("mutants"), and the unit tests
 * must notice each. The sets cover what moves money or loses photos when it is wrong. All sets run unless some are
 * named; each ends within a quarter of an hour on two quiet cores. The tests are those in the folder of the changed
 * file. Prints the survivors of each set, and at the end the scores.
 *
 *   -- payments upload      only these sets
 *   -- --file reversal.ts   one file of functions/src or web/src
 *
 * MUTATION_CONCURRENCY says how many mutants are tried at once (default 2).
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installTool } from './installTool.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Names of files in functions/src or web/src, without folder and ending: files may move, names are unique. */
const SETS = {
  ledger: ['ledger', 'ensureAccount'],
  payments: ['reconcilePayment', 'reversal'],
  checkout: ['createCheckoutSession'],
  withdrawal: ['withdrawal', 'requestWithdrawal'],
  start: ['startRestore', 'requireRestore', 'uploadMetadata', 'newRecord', 'enqueueSubmission'],
  submit: ['submitRestore', 'failPhoto', 'photoJob'],
  finish: ['finishRestore'],
  upload: ['uploadFlow', 'openDraft', 'sendDraft', 'uploadState'],
  purchase: ['purchases', 'paymentReturn'],
  polling: ['smartPolling', 'statusChanges'],
  photos: ['photoFeed', 'feedPolling', 'pageListeners', 'sentPhotos'],
};
const WORKSPACES = ['functions', 'web'];

/** Path of the source file with this name, relative to the root. Throws if there is none, or more than one. */
function pathOf(name) {
  const found = WORKSPACES.flatMap((workspace) =>
    readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => basename(file).replace(/\.tsx?$/, '') === name)
      .map((file) => `${workspace}/src/${file}`),
  );
  if (found.length === 1) return found[0];
  throw new Error(`${found.length} files are named ${name}: ${found.join(', ')}`);
}

/** Runs Stryker over the files of one workspace and returns its scores, or undefined if it broke. */
function mutate(names) {
  const paths = names.map(pathOf);
  // Below the workspace: `src/payments`.
  const folders = [...new Set(paths.map((path) => dirname(path).split('/').slice(1).join('/')))];
  console.log(`\n── ${paths.join(', ')}`);
  const { status, stdout } = spawnSync(
    join(stryker, 'node_modules/.bin/stryker'),
    ['run', 'stryker.config.mjs', '--mutate', paths.join(',')],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, MUTATION_WORKSPACE: paths[0].split('/')[0], MUTATION_TESTS: folders.join(',') },
    },
  );
  console.log(stdout);
  // The table: file, score of all mutants, score of those a test reaches, killed, timed out, survived, not reached,
  // errors.
  const row = stdout.split('\n').find((line) => line.startsWith('All files'));
  if (status !== 0 || !row) return undefined;
  const [, score, , killed, timedOut, survived, unreached] = row.split('|').map((cell) => cell.trim());
  return { score, noticed: Number(killed) + Number(timedOut), missed: Number(survived) + Number(unreached) };
}

const { values, positionals } = parseArgs({ options: { file: { type: 'string' } }, allowPositionals: true });
for (const name of positionals) {
  if (Object.hasOwn(SETS, name)) continue;
  console.error(`There is no set "${name}". The sets: ${Object.keys(SETS).join(', ')}.`);
  process.exit(1);
}
const file = values.file?.replace(/\.tsx?$/, '');
const chosen = file
  ? [[file, [file]]]
  : Object.entries(SETS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const stryker = installTool('mutation');
const rows = chosen.map(([name, files]) => [name, mutate(files)]);

console.log('\nset           score %   noticed    missed');
for (const [name, row] of rows) {
  const cells = row ? [row.score, row.noticed, row.missed] : ['broke', '', ''];
  console.log(`${name.padEnd(11)}${cells.map((value) => String(value).padStart(10)).join('')}`);
}
process.exit(rows.every(([, row]) => row) ? 0 : 1);
