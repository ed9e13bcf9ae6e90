import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { storageRules } from '../testing/cases/storage';

/** Tests the runtime as firebase-tools uses it: a child process that speaks lines of JSON. */

type Json = Record<string, unknown>;

/** Every case starts a process, which is slow on a busy machine. */
/** Inside the package, so that the bundle finds its external dependencies. */
const DIST = join(__dirname, '../../dist');
mkdirSync(DIST, { recursive: true });
const folder = mkdtempSync(join(DIST, 'storage-rules-test-'));
const bundle = join(folder, 'main.mjs');
let child: ChildProcessWithoutNullStreams;
let lines: AsyncIterator<string>;

beforeAll(async () => {
  await build({
    entryPoints: [join(__dirname, 'main.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['re2js'],
  });
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  child = spawn(process.execPath, [bundle, 'serve']);
  lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
});
afterEach(() => {
  child.kill('SIGKILL');
});

const send = (message: Json | string) =>
  child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
const receive = async (): Promise<Json> => JSON.parse((await lines.next()).value);
const exited = () => new Promise((resolve) => child.once('exit', (code) => resolve(code)));

const load = (id: number, content: string) =>
  send({
    action: 'load_ruleset',
    id,
    context: { rulesetName: String(id), source: { files: [{ name: 'storage.rules', content }] } },
  });
const verify = (id: number, context: Json = {}) =>
  send({
    action: 'verify',
    id,
    context: {
      rulesetName: '0',
      service: 'firebase.storage',
      path: '/b/B/o/users/u1/a.jpg',
      method: 'create',
      variables: { resource: { null_value: null }, request: { map_value: { fields: {} } } },
      ...context,
    },
  });
const USER = '/databases/(default)/documents/users/u1';
const credits = (count: number) => ({
  name: `projects/demo${USER}`,
  fields: { credits: { integerValue: String(count) } },
});

describe('the Storage rules runtime', () => {
  beforeEach(async () => {
    expect(await receive()).toEqual({ id: -1, status: 'ok' });
  });

  test('loads a ruleset and returns its version', async () => {
    load(0, storageRules('owner'));
    expect(await receive()).toEqual({ id: 0, status: 'ok', errors: [], warnings: [], result: { rulesVersion: 2 } });
  });

  test('answers for the methods read and write, which tests of firebase-tools ask for', async () => {
    load(0, "rules_version = '2'; service firebase.storage { match /{all=**} { allow write; } }");
    await receive();
    verify(1, { method: 'write' });
    expect(await receive()).toMatchObject({ id: 1, errors: [], result: { permit: true } });
    verify(2, { method: 'read' });
    expect(await receive()).toMatchObject({ id: 2, errors: [], result: { permit: false } });
  });

  test('reports compile errors under status ok, as firebase-tools reads them', async () => {
    load(0, 'service firebase.storage {\n  match /b/{bucket}/o {\n    allow read: true;\n  }\n}');
    const { status, errors, result } = await receive();
    expect({ status, result }).toEqual({ status: 'ok', result: {} });
    expect((errors as string[]).map((error) => JSON.parse(error))).toEqual([
      {
        description_: "Missing 'if' before conditional expression.",
        severity_: 'ERROR',
        sourcePosition_: { fileName_: 'storage.rules', line_: 3, column_: 17 },
      },
    ]);
  });

  test('keeps the old ruleset when its replacement does not compile', async () => {
    load(0, "rules_version = '2'; service firebase.storage { match /{all=**} { allow create; } }");
    await receive();
    load(0, 'nonsense');
    await receive();
    verify(7);
    expect(await receive()).toMatchObject({ id: 7, result: { permit: true } });
  });

  test.each([
    ['ok', credits(1), true],
    ['ok', credits(0), false],
    ['not_found', undefined, false],
  ])('asks for a Firestore document: %s, %j permits %s', async (status, result, permit) => {
    load(0, storageRules('credits'));
    await receive();
    verify(12);
    expect(await receive()).toEqual({
      server_request_id: 12,
      status: 'ok',
      action: 'fetch_firestore_document',
      context: { path: USER },
    });
    send({ id: 12, status, result, errors: [], warnings: [] });
    expect(await receive()).toMatchObject({ id: 12, status: 'ok', errors: [], result: { permit } });
  });

  test('distinguishes requests that wait for documents at the same time', async () => {
    load(0, storageRules('credits'));
    await receive();
    verify(1);
    verify(2);
    await receive();
    await receive();
    send({ id: 2, status: 'ok', result: credits(5) });
    expect(await receive()).toMatchObject({ id: 2, result: { permit: true } });
    send({ id: 1, status: 'ok', result: credits(0) });
    expect(await receive()).toMatchObject({ id: 1, result: { permit: false } });
  });

  test('requests one document after the other', async () => {
    load(0, storageRules('credits'));
    await receive();
    verify(3, { method: 'delete' });
    expect(await receive()).toMatchObject({ context: { path: '/databases/(default)/documents/a/1' } });
    send({ id: 3, status: 'not_found' });
    expect(await receive()).toMatchObject({
      server_request_id: 3,
      context: { path: '/databases/(default)/documents/a/2' },
    });
    send({ id: 3, status: 'ok', result: { name: 'projects/demo/databases/(default)/documents/a/2' } });
    expect(await receive()).toMatchObject({ id: 3, result: { permit: true } });
  });

  test('gives the reason of a denial', async () => {
    load(0, storageRules('owner'));
    await receive();
    verify(4, { method: 'get' });
    const { warnings, result } = await receive();
    expect(result).toEqual({ permit: false });
    expect(warnings).toEqual([
      expect.stringContaining("Property auth is undefined on object. at L6:30 for 'get' @ L6"),
    ]);
  });

  test('returns the arguments of debug()', async () => {
    load(0, 'service firebase.storage { match /{all=**} { allow create: if debug(all[0]) == "b"; } }');
    await receive();
    verify(4);
    expect(await receive()).toMatchObject({ warnings: ['debug: "b"'], result: { permit: true } });
  });

  test.each<[string, Json | string]>([
    ['an unknown ruleset', { action: 'verify', id: 5, context: { rulesetName: '9', method: 'get' } }],
    ['an unknown method', { action: 'verify', id: 5, context: { rulesetName: '0', method: 'burn' } }],
    ['an unknown action', { action: 'dance', id: 5 }],
    ['an answer nobody asked for', { id: 5, status: 'ok', result: {} }],
    ['a ruleset without files', { action: 'load_ruleset', id: 5, context: {} }],
    ['files that are none', { action: 'load_ruleset', id: 5, context: { source: { files: [{ name: 'x' }] } } }],
  ])('answers %s with an error under status ok', async (_, message) => {
    load(0, storageRules('owner'));
    await receive();
    send(message);
    const { id, status, errors } = await receive();
    expect({ id, status }).toEqual({ id: 5, status: 'ok' });
    expect(errors).toHaveLength(1);
  });

  test('ignores lines that are not messages', async () => {
    for (const line of ['', 'not json', '[]', 'null', '{}']) send(line);
    load(0, storageRules('owner'));
    expect(await receive()).toMatchObject({ id: 0, status: 'ok' });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('exits on %s', async (signal) => {
    const code = exited();
    child.kill(signal);
    expect(await code).toBe(0);
  });

  test('exits when its input ends', async () => {
    const code = exited();
    child.stdin.end();
    expect(await code).toBe(0);
  });
});

test('the runtime exits when its parent is killed', async () => {
  const script = join(folder, 'parent.mjs');
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
const options = { detached: true, stdio: ['pipe', 'ignore', 'ignore'] };
const runtime = spawn(process.execPath, [${JSON.stringify(bundle)}], options);
console.log(runtime.pid);`,
  );
  const parent = spawn(process.execPath, [script], { cwd: tmpdir() });
  const [first] = await new Promise<Buffer[]>((resolve) => parent.stdout.once('data', (data) => resolve([data])));
  const pid = Number(String(first));
  parent.kill('SIGKILL');
  const alive = (): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const deadline = Date.now() + 8_000;
  while (alive() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
  const survived = alive();
  if (survived) process.kill(pid, 'SIGKILL');
  expect(survived).toBe(false);
});

test("firebase-tools' own client loads rules, receives errors and fetches documents through it", () => {
  const client = join(__dirname, '../testing/firebaseToolsClient.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [client, bundle, storageRules('credits')], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CONFIG_HOME: folder },
  });
  expect({ stderr, ...JSON.parse(stdout || '{}') }).toEqual({
    stderr: '',
    broken: [
      {
        description_: "Unexpected 'oops'.",
        severity_: 'ERROR',
        sourcePosition_: { fileName_: 'storage.rules', line_: 2, column_: 3 },
      },
    ],
    version: 2,
    permitted: [true, false, true],
  });
});
