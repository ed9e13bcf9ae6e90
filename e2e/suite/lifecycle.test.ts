import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(__dirname, '../..');
const OFFSET = 20_000;
/** Generous: other tests may hold both cores. */
const START_LIMIT_MS = 150_000;
const STOP_LIMIT_MS = 20_000;

function startSuite(): {
  child: ChildProcess;
  output: () => string;
  ready: Promise<void>;
  ended: Promise<number | null>;
} {
  let text = '';
  const child = spawn(process.execPath, ['scripts/suite.mjs', '--local-only', '--port-offset', String(OFFSET)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        text += String(chunk);
        if (/^Ready http/m.test(text)) resolve();
      });
    }
  });
  return { child, output: () => text, ready, ended };
}

/** Every process whose environment or command line names this suite: found by content, so that orphans count too. */
function processesOfSuite(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const belongs =
          command.includes(`firebase.suite-${OFFSET}.json`) ||
          command.includes(`suite-${OFFSET}/functions`) ||
          command.includes(`--port-offset ${OFFSET}`) ||
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`FIREBASE_EMULATOR_HUB=127.0.0.1:${4400 + OFFSET}`);
        return belongs ? [`${pid} ${command}`] : [];
      } catch {
        return [];
      }
    });
}

async function expectNothingLeft(): Promise<void> {
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (processesOfSuite().length > 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 200));
  expect(processesOfSuite()).toEqual([]);
}

describe('the suite', () => {
  test(
    'prints its addresses, and Ctrl-C leaves no process',
    async () => {
      const suite = startSuite();
      await suite.ready;
      expect(suite.output()).toContain(`Ready http://127.0.0.1:${5000 + OFFSET}`);
      expect(processesOfSuite().length).toBeGreaterThan(3);
      suite.child.kill('SIGINT');
      expect(await suite.ended).toBe(0);
      await expectNothingLeft();
    },
    START_LIMIT_MS + STOP_LIMIT_MS,
  );

  test(
    'killed outright, it still leaves no process',
    async () => {
      const suite = startSuite();
      await suite.ready;
      suite.child.kill('SIGKILL');
      await suite.ended;
      await expectNothingLeft();
    },
    START_LIMIT_MS + STOP_LIMIT_MS,
  );

  test(
    'a port in use is named and nothing is started',
    async () => {
      const holder = createServer().listen(8080 + OFFSET, '127.0.0.1');
      await new Promise((resolve) => holder.once('listening', resolve));
      const suite = startSuite();
      const code = await suite.ended;
      holder.close();
      expect(code).toBe(1);
      expect(suite.output()).toMatch(/28080 +wanted by firestore/);
      await expectNothingLeft();
    },
    START_LIMIT_MS,
  );
});
