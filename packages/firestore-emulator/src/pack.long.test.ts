import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';

const run = promisify(execFile);
const PACKAGE = join(__dirname, '..');
/** The npm that runs the tests: their PATH holds Node alone. */
const NPM = process.env.npm_execpath;
function npm(cwd: string, ...args: string[]) {
  // The home of the tests cannot be written to.
  const env = { npm_config_cache: join(folder, 'cache'), ...process.env };
  return NPM ? run(process.execPath, [NPM, ...args], { cwd, env }) : run('npm', args, { cwd, env });
}
const LIMIT_MS = 240_000;
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /public/{id} { allow read; }
  }
}`;

let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firestore-pack-'));
  // What `prepack` runs; the repository's .npmrc turns such scripts off.
  await run(process.execPath, ['build.mjs'], { cwd: PACKAGE });
  await npm(PACKAGE, 'pack', '--pack-destination', folder);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await writeFile(join(folder, 'firestore.rules'), RULES);
  await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`);
}, LIMIT_MS);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Runs the installed command; `ready` resolves to `host:port`. */
function start(...args: string[]) {
  const child = spawn(join(folder, 'node_modules/.bin/firestore-emulator'), args, { cwd: folder });
  running.push(child);
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const gather = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /FIRESTORE_EMULATOR_HOST=(\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.on('close', (code) => reject(new Error(`exited with ${code}: ${output}`)));
  });
  return { child, ready };
}

describe('the packed package in an empty folder', () => {
  it('installs without any package of this workspace beside it', async () => {
    expect(await readdir(join(folder, 'node_modules/@heirlight'))).toEqual(['firestore-emulator']);
    const manifest = await readFile(join(folder, 'node_modules/@heirlight/firestore-emulator/package.json'), 'utf8');
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@heirlight/'))).toEqual([]);
  });

  it(
    'serves firebase-admin, obeys the rules file, and keeps its data in an export',
    async () => {
      const first = start('--port', '0', '--rules', 'firestore.rules');
      const host = await first.ready;
      const app = initializeApp({ projectId: 'demo-pack' }, 'pack');
      const db = getFirestore(app);
      db.settings({ host, ssl: false });
      await db.doc('public/a').set({ n: 1 });
      await db.doc('secret/a').set({ n: 2 });
      expect((await db.doc('secret/a').get()).data()).toEqual({ n: 2 });
      const documents = 'v1/projects/demo-pack/databases/(default)/documents';
      expect((await fetch(`http://${host}/${documents}/public/a`)).status).toBe(200);
      expect((await fetch(`http://${host}/${documents}/secret/a`)).status).toBe(403);
      const body = JSON.stringify({
        database: 'projects/demo-pack/databases/(default)',
        export_directory: folder,
        export_name: 'firestore_export',
      });
      const exported = await fetch(`http://${host}/emulator/v1/projects/demo-pack:export`, { method: 'POST', body });
      expect(exported.status).toBe(200);
      await deleteApp(app);
      first.child.kill('SIGTERM');
      expect(await once(first.child, 'exit')).toEqual([0, null]);

      const second = start('--port', '0', '--rules', 'firestore.rules', '--import', 'firestore_export');
      const reply = await fetch(`http://${await second.ready}/${documents}/public/a`);
      expect(await reply.json()).toMatchObject({ fields: { n: { integerValue: '1' } } });
    },
    LIMIT_MS,
  );

  it.each([
    ['an unknown option', ['--prot', '1'], 'exited with 2', "Unknown option '--prot'"],
    ['a rules file that is not there', ['--rules', 'no.rules'], 'exited with 1', 'Cannot read the rules file no.rules'],
    ['a broken rules file', ['--rules', 'package.json'], 'exited with 1', 'package.json:1:1 - ERROR'],
  ])('explains %s', async (_name, args, code, message) => {
    const error = await start(...args).ready.catch((reason: unknown) => reason);
    expect(String(error)).toContain(code);
    expect(String(error)).toContain(message);
  });

  it('prints its options', async () => {
    const command = join(folder, 'node_modules/.bin/firestore-emulator');
    expect((await run(command, ['--help'])).stdout).toContain('--rules <file>');
    expect((await run(command, ['--version'])).stdout).toBe('2.6.0\n');
  });
});
