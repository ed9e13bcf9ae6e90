import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@heirlight/emulator-kit/process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(__dirname, '../../..');
/** Each test starts processes through tsx, which is slow on a busy machine. */
const START_LIMIT_MS = 90_000;

let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firestore-main-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
});

/** Starts the process and collects its output. */
function start(args: string[]): { child: ChildProcess; output: () => string; ready: Promise<number> } {
  const entry = join(__dirname, 'main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  const ready = new Promise<number>((resolve, reject) => {
    const gather = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /^listening (\d+)$/m.exec(output)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout?.on('data', gather);
    child.stderr?.on('data', gather);
    child.on('close', (code) => reject(new Error(`exited with ${code}: ${output}`)));
  });
  return { child, output: () => output, ready };
}

const open = 'http://127.0.0.1';
const documents = (port: number) => `${open}:${port}/v1/projects/demo-x/databases/(default)/documents/things`;

describe('the local Firestore as a process', () => {
  it(
    'answers on its port once it says so, and ends cleanly on SIGINT',
    async () => {
      const { child, ready } = start([
        '--host',
        '127.0.0.1',
        '--port',
        '0',
        '--websocket_port',
        '1',
        '--new_flag',
        'x',
      ]);
      const port = await ready;
      expect(await (await fetch(`${open}:${port}/`)).text()).toBe('Ok\n');
      expect((await fetch(documents(port))).status).toBe(200);
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    START_LIMIT_MS,
  );

  it(
    'says which port is taken',
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as { port: number };
      const { child, output, ready } = start(['--port', String(port)]);
      ready.catch(() => undefined);
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(output()).toContain(`Port ${port} is already in use`);
      await new Promise((resolve) => other.close(resolve));
    },
    START_LIMIT_MS,
  );

  it(
    'names line and column of bad rules and denies everything',
    async () => {
      const rules = join(folder, 'bad.rules');
      await writeFile(rules, "rules_version = '2';\nservice cloud.firestore {\n  match /a { allow read write; }\n}\n");
      const { output, ready } = start(['--port', '0', '--rules', rules, '--project_id', 'demo-x']);
      const port = await ready;
      expect(output()).toMatch(/bad\.rules:3:\d+ - ERROR/);
      expect((await fetch(documents(port))).status).toBe(403);
    },
    START_LIMIT_MS,
  );

  it(
    'ends when the process that started it dies',
    async () => {
      const script = `
        const { spawn } = require('node:child_process');
        const args = ['--import', 'tsx', ${JSON.stringify(join(__dirname, 'main.ts'))}, '--port', '0'];
        const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
        child.stdout.on('data', (text) => { if (/listening/.test(text)) console.log(child.pid); });
        child.on('exit', () => process.exit(1));`;
      const parent = spawn(process.execPath, ['-e', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
      running.push(parent);
      const line = await Promise.race([once(parent.stdout, 'data'), once(parent, 'exit').then(() => ['no pid'])]);
      const pid = Number(String(line[0]));
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      const deadline = Date.now() + 5000;
      while (isAlive(pid) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isAlive(pid)).toBe(false);
    },
    START_LIMIT_MS,
  );
});
