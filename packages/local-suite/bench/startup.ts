/**
 * How long the suite takes to Ready and how much memory it holds: once with nothing built, once built.
 * Run: npx tsx packages/local-suite/bench/startup.ts
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { descendants } from '@heirlight/emulator-kit/process';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const OFFSET = '30000';
const SETTLE_MS = 3_000;

/** Proportional set size in MiB: counts shared pages once over all processes, so the sum is the suite's memory. */
function memoryMiB(pids: number[]): number {
  let kib = 0;
  for (const pid of pids) {
    try {
      kib += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It ended meanwhile.
    }
  }
  return kib / 1024;
}

async function measure(): Promise<{ seconds: number; processes: number; memory: number }> {
  const started = Date.now();
  const child = spawn(process.execPath, ['scripts/suite.mjs', '--local-only', '--port-offset', OFFSET], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('Ready') && resolve());
    child.once('exit', (code) => reject(new Error(`The suite ended with ${code} before it was ready.`)));
  });
  const seconds = (Date.now() - started) / 1000;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const pids = descendants([child.pid ?? 0]);
  const memory = memoryMiB(pids);
  child.kill('SIGINT');
  await ended;
  return { seconds, processes: pids.length, memory };
}

for (const folder of ['build', 'web/dist', 'functions/lib', 'packages/local-suite/dist']) {
  rmSync(`${root}${folder}`, { recursive: true, force: true });
}
const rows = [
  { start: 'first (nothing built)', target: 30, ...(await measure()) },
  { start: 'built', target: 10, ...(await measure()) },
];
console.log('start                    seconds  target s  seconds/target  processes  memory MiB');
for (const { start, seconds, target, processes, memory } of rows) {
  console.log(
    `${start.padEnd(24)} ${seconds.toFixed(1).padStart(7)} ${String(target).padStart(9)} ${(seconds / target).toFixed(2).padStart(15)} ${String(processes).padStart(10)} ${memory.toFixed(0).padStart(11)}`,
  );
}
