import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { endProcesses, isAlive } from './processTree';

/** False for one that has ended and waits for its parent to notice. */
function isRunningNow(pid: number): boolean {
  if (!isAlive(pid)) return false;
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, { encoding: 'utf8', flag: 'r' }));
}

const children: ChildProcess[] = [];
const pids: number[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const pid of pids.splice(0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // As it should be.
    }
  }
});

/**
 * A program that starts a child in a process group of its own. Both say their number; `last` ends with the output's
 * end.
 */
const PARENT = (child: string) => `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: true, stdio: 'inherit' });
  console.log(process.pid);
  setInterval(() => {}, 1000);
`;
const SLEEPER = 'console.log(process.pid); setInterval(() => {}, 1000);';
const STUBBORN = `process.on('SIGINT', () => {}); ${SLEEPER}`;

async function start(code: string): Promise<{ child: ChildProcess; closed: Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const closed = new Promise((resolve) => child.stdout?.once('close', resolve));
  let text = '';
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      if (text.trim().split('\n').length === 2) resolve();
    });
  });
  pids.push(...text.trim().split('\n').map(Number));
  return { child, closed };
}

describe('ending processes', () => {
  it('also ends what they started, in other process groups too, and what ignores the request', async () => {
    const { child, closed } = await start(PARENT(STUBBORN));
    await endProcesses([child.pid ?? 0], 300);
    // The pipe closes when the last process that holds it is gone.
    await closed;
    expect(child.signalCode).toBe('SIGINT');
  });

  it('leaves others alone', async () => {
    const one = await start(PARENT(SLEEPER));
    const other = await start(PARENT(SLEEPER));
    await endProcesses([one.child.pid ?? 0], 2_000);
    await one.closed;
    expect(other.child.exitCode ?? other.child.signalCode).toBeNull();
  });

  it('ends a group whose watcher is killed outright, and not one that was called off', async () => {
    const { outputFiles } = await build({
      stdin: { contents: `export * from './parentWatch'`, resolveDir: __dirname },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      write: false,
    });
    const code = `
      ${outputFiles[0]?.text}
      const { spawn } = require('node:child_process');
      const start = () => spawn(process.execPath, ['-e', ${JSON.stringify(SLEEPER)}], { detached: true, stdio: 'inherit' });
      const [kept, ended] = [start(), start()];
      module.exports.endGroupWithUs(kept.pid)();
      module.exports.endGroupWithUs(ended.pid);
      setInterval(() => {}, 1000);
    `;
    const { child } = await start(code);
    const [first = 0, second = 0] = pids;
    child.kill('SIGKILL');
    const deadline = Date.now() + 10_000;
    while ([first, second].every(isRunningNow) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect([first, second].filter(isRunningNow)).toHaveLength(1);
  });
});
