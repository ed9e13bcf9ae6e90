import { spawn } from 'node:child_process';
import { signal } from './processTree';

/*
 * A process that is killed outright (SIGKILL, a crash) ends none of its children: they are adopted by another process
 * and go on. So whatever the suite starts watches for its parent's end, in one of two ways.
 */

const CHECK_MS = 500;
/**
 * Read when the program starts: a launcher that dies while a service is still opening its port would be missed
 * otherwise.
 */
const parent = process.ppid;

/**
 * For our own programs: calls `end` once the process that started this one is gone. Keeps no process alive by itself.
 */
export function whenParentGone(end: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}

/** Reads until this process has ended for any reason, then ends the given group. In Node, as there may be no shell. */
const GUARD = `
  const end = (signal) => {
    try { process.kill(-process.argv[1], signal); } catch { process.exit(); }
  };
  process.stdin.resume().once('close', () => {
    end('SIGINT');
    setTimeout(end, 5_000, 'SIGKILL');
  });`;

/**
 * For programs that are not ours: ends the process group `group` once this process is gone. A small program waits for
 * that, because this process can do nothing then.
 *
 * @returns calls the watch off
 */
export function endGroupWithUs(group: number): () => void {
  const child = spawn(process.execPath, ['-e', GUARD, String(group)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.once('error', () => undefined);
  return () => {
    if (child.pid !== undefined) signal(-child.pid, 'SIGKILL');
  };
}
