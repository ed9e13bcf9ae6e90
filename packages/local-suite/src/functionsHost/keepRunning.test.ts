import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { afterEach, expect, jest, test } from '@jest/globals';
import { keepRunning } from './keepRunning';

/** Says as its port how many were started before it. */
const started: ChildProcessByStdio<Writable, Readable, null>[] = [];
const start = () => {
  const script = `console.log('hello'); console.log('listening ${started.length}'); process.stdin.once('data', (code) => process.exit(Number(code)));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  return child;
};
/** Ends the process that runs: `code` is what it exits with. */
const end = async (code: string) => {
  const running = started.at(-1)!;
  running.stdin.write(code);
  await once(running, 'exit');
};
afterEach(async () => {
  if (started.at(-1)?.exitCode === null) await end('0');
  started.length = 0;
  jest.restoreAllMocks();
});

test('a process that crashes is replaced, and who asks for it waits for the next one', async () => {
  const [error, log] = (['error', 'log'] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation(() => undefined),
  );
  const kept = keepRunning(start, 0);
  expect(await kept.origin()).toBe('http://127.0.0.1:0');
  started[0]!.kill('SIGKILL');
  await once(started[0]!, 'exit');
  expect(await kept.origin()).toBe('http://127.0.0.1:1');
  await end('3');
  expect(await kept.origin()).toBe('http://127.0.0.1:2');
  expect(error!.mock.calls.map(([text]) => /\((.*)\)/.exec(text as string)?.[1])).toEqual(['SIGKILL', '3']);
  expect(log!.mock.calls).toEqual([['hello'], ['hello'], ['hello']]);
});

test.each([
  ['was asked to end', 0, '0'],
  ['crashes at once', 60_000, '1'],
])('one that %s is not replaced', async (_, shortestLifeMs, code) => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const kept = keepRunning(start, shortestLifeMs);
  await kept.origin();
  await end(code);
  await kept.ended;
  expect(started).toHaveLength(1);
});
