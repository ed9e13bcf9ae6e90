import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** A service of the suite: a child process whose output goes to a log file and, line by line, to `onLine`. */
export interface Service {
  name: string;
  child: ChildProcess;
  /** Settles when `isReady` accepted a line; rejects when the process ends before. */
  ready: Promise<void>;
}

interface ServiceOptions {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  isReady: (line: string) => boolean;
  /** A line after which the service would run but be of no use. */
  isFatal?: (line: string) => boolean;
  onLine?: ((line: string) => void) | undefined;
}

const LINES_KEPT_FOR_ERRORS = 15;

/**
 * Starts a service in a process group of its own, so that the terminal's Ctrl-C reaches only the suite, which then stops
 * its services in order.
 */
export function startService(options: ServiceOptions): Service {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = createWriteStream(options.logFile);
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const recent: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    const onLine = (line: string) => {
      log.write(`${line}\n`);
      recent.push(line);
      if (recent.length > LINES_KEPT_FOR_ERRORS) recent.shift();
      options.onLine?.(line);
      if (options.isFatal?.(line))
        reject(new Error(`${options.name} could not start: ${line.trim()}\nSee ${options.logFile}`));
      if (options.isReady(line)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', onLine);
    }
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      log.end();
      reject(
        new Error(
          `${options.name} ended (${signal ?? `exit code ${code}`}) before it was ready:\n${recent.join('\n')}`,
        ),
      );
    });
  });
  // Its owner awaits `ready` only while starting; an exit later is seen through the child's own event.
  ready.catch(() => undefined);
  return { name: options.name, child, ready };
}

/** Parent of every process, read from /proc; empty where there is no /proc (macOS, Windows). */
function parents(): Map<number, number> {
  const result = new Map<number, number>();
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return result;
  }
  for (const name of names) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command may hold spaces and brackets; the fields that follow its last bracket do not.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      result.set(Number(name), Number(parent));
    } catch {
      // It ended between the listing and the reading.
    }
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

export function stopServices(services: Service[], graceMs: number): Promise<void> {
  return endProcesses(
    services.flatMap(({ child }) => (child.pid === undefined ? [] : [child.pid])),
    graceMs,
  );
}
