import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '@heirlight/emulator-kit/process';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../src/until';

const ROOT = join(__dirname, '../..');
/** Beside the local suite of the other tests. */
const OFFSET = Number(process.env.TEST_PORT_OFFSET ?? 10_000) + 10_000;
/** Generous: other tests may hold both cores. */
const START_LIMIT_MS = 150_000;
const STOP_LIMIT_MS = 20_000;

const started: ChildProcess[] = [];
afterEach(async () => {
  // A test that failed half way must leave its ports to the next one too.
  for (const child of started.splice(0)) child.kill('SIGKILL');
  while (processesOfSuite().length > 0) await new Promise((resolve) => setTimeout(resolve, 200));
});

interface Suite {
  child: ChildProcess;
  output: () => string;
  ready: Promise<void>;
  ended: Promise<number | null>;
}

/** Starts a suite, or its launcher, in a process group of its own, as a shell does. */
function start(args: string[]): Suite {
  let text = '';
  const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
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

const SUITE = ['scripts/suite.mjs', '--local-only', '--port-offset', String(OFFSET)];
const startSuite = () => start(SUITE);

/** A command that never ends, with a child that never ends; it prints the process ids of both. */
const ENDLESS = [
  "const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);",
  "console.log('running as', process.pid, child.pid);",
  'setInterval(() => {}, 1000);',
].join(' ');
const SUITE_WITH_COMMAND = [...SUITE, '--', process.execPath, '-e', ENDLESS];
/** Starts the suite as npm does, and passes no signal on when it is killed. */
const LAUNCHER = [
  '-e',
  "require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' });",
  '--',
  ...SUITE_WITH_COMMAND,
];

/** The process ids of the command and its child, once it has printed them. */
function commandOf({ output }: Suite): Promise<number[]> {
  return until('the command runs', async () => {
    const [, ...pids] = /^running as (\d+) (\d+)$/m.exec(output()) ?? [];
    return pids.length > 0 ? pids.map(Number) : undefined;
  });
}

/** Every process whose environment or command line names this suite; orphans count too. */
function processesOfSuite(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        const belongs =
          command.includes(`suite-${OFFSET}/`) ||
          command.includes(`--port-offset ${OFFSET}`) ||
          environment.includes(`SUITE_PORT_OFFSET=${OFFSET}\0`);
        return belongs ? [`${pid} ${command}`] : [];
      } catch {
        return [];
      }
    });
}

/** Expects that no process of the suite is left, and none of `others`; ends those that are. */
async function expectNothingLeft(others: number[] = []): Promise<void> {
  const left = () => [...processesOfSuite(), ...others.filter(isAlive).map(String)];
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (left().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 200));
  const found = left();
  for (const pid of others.filter(isAlive)) process.kill(pid, 'SIGKILL');
  expect(found).toEqual([]);
}

/** Kills the one process whose command line holds all of `words`. */
function killOne(...words: string[]): void {
  const lines = processesOfSuite().filter((line) => words.every((word) => line.includes(word)));
  expect(lines).toHaveLength(1);
  process.kill(Number.parseInt(lines[0] ?? '', 10), 'SIGKILL');
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
      expect(suite.output()).toMatch(new RegExp(`${8080 + OFFSET} +for firestore, in use by another program`));
      await expectNothingLeft();
    },
    START_LIMIT_MS,
  );

  test.each<{ how: string; args: string[]; end: (suite: ChildProcess) => void; code: number | null; says: RegExp }>([
    {
      how: 'a service dies',
      args: SUITE_WITH_COMMAND,
      end: () => killOne(`mailbox.mjs --port ${8025 + OFFSET}`),
      code: 1,
      says: /^mailbox ended unexpectedly/gm,
    },
    {
      how: 'Firestore is killed',
      args: SUITE_WITH_COMMAND,
      end: () => killOne('java', 'firestore.mjs'),
      code: 1,
      says: /^firebase is of no use any more: A runtime .* has ended \(SIGKILL\): firestore\.mjs; see .*log$/gm,
    },
    {
      how: 'the rules runtime is killed',
      args: SUITE_WITH_COMMAND,
      end: () => killOne('java', 'storage-rules.mjs'),
      code: 1,
      says: /^firebase is of no use any more: A runtime .* has ended \(SIGKILL\): storage-rules\.mjs; see .*log$/gm,
    },
    {
      how: 'it alone is asked to stop',
      args: SUITE_WITH_COMMAND,
      end: (suite) => suite.kill('SIGTERM'),
      code: 143,
      says: /^Stopping/gm,
    },
    {
      how: 'Ctrl-C reaches everything in the foreground and npm passes it on',
      args: SUITE_WITH_COMMAND,
      end: (suite) => {
        process.kill(-(suite.pid ?? 0), 'SIGINT');
        setTimeout(() => suite.kill('SIGINT'), 100);
      },
      code: 130,
      says: /^Stopping/gm,
    },
    {
      how: 'its launcher is killed',
      args: LAUNCHER,
      end: (suite) => suite.kill('SIGKILL'),
      code: null,
      says: /^Ready/gm,
    },
    {
      how: 'it is killed outright',
      args: SUITE_WITH_COMMAND,
      end: (suite) => suite.kill('SIGKILL'),
      code: null,
      says: /^Ready/gm,
    },
  ])(
    'takes its command along when $how, says so once, and counts as no success [spec 10.9]',
    async ({ args, end, code, says }) => {
      const suite = start(args);
      await suite.ready;
      const command = await commandOf(suite);
      end(suite.child);
      const ended = await suite.ended;
      await expectNothingLeft(command);
      expect(ended).toBe(code);
      expect(suite.output().match(says)).toHaveLength(1);
      expect(suite.output()).not.toMatch(/^\s+at .*:\d+/m);
    },
    START_LIMIT_MS + STOP_LIMIT_MS,
  );
});

describe('npm test', () => {
  test('a word that names no step is refused before anything runs', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', 'budget', 'unti'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^No step begins with "unti"\. The steps: .*\bunit\b/);
    expect(stdout).toBe('');
    expect(status).not.toBe(0);
  });
});
