import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const PROC = '/proc';

/** The parent of a process as Linux tells it; undefined when it has ended. */
function parentOnLinux(pid: string): number | undefined {
  try {
    const stat = readFileSync(`${PROC}/${pid}/stat`, 'utf8');
    // The command may hold spaces and brackets; the fields behind its last bracket do not.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(parent);
  } catch {
    return undefined;
  }
}

/** Process -> parent, for every process of this machine: from /proc on Linux, from `ps`, as POSIX has it, elsewhere. */
function parents(): Map<number, number> {
  const result = new Map<number, number>();
  if (process.platform === 'linux') {
    for (const pid of readdirSync(PROC)) {
      const parent = /^\d+$/.test(pid) ? parentOnLinux(pid) : undefined;
      if (parent !== undefined) result.set(Number(pid), parent);
    }
    return result;
  }
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid && parent !== undefined) result.set(pid, parent);
  }
  return result;
}

/** Every process below these, the given ones included. */
export function descendants(roots: number[]): number[] {
  const tree = parents();
  const found = new Set(roots);
  for (let grew = true; grew; ) {
    grew = false;
    for (const [pid, parent] of tree) {
      if (found.has(parent) && !found.has(pid)) {
        found.add(pid);
        grew = true;
      }
    }
  }
  return [...found];
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends a signal to a process, or to a group by its negative number, if it is still there. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}

const POLL_MS = 50;

/**
 * Asks these to end, waits up to `graceMs`, and kills whatever of their process trees is left. A negative number is a
 * process group, as for kill(2): all of it is asked.
 */
export async function endProcesses(roots: number[], graceMs: number): Promise<void> {
  const everything = () => [...roots, ...descendants(roots.map(Math.abs))];
  const known = everything();
  for (const pid of roots) signal(pid, 'SIGINT');
  const deadline = Date.now() + graceMs;
  while (Date.now() < deadline && known.some(isAlive)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  for (const pid of new Set([...known, ...everything()])) if (isAlive(pid)) signal(pid, 'SIGKILL');
}
