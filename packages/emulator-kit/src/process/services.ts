import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcesses } from './processTree';

/** A service of the suite: a child process whose output goes to a log file and, line by line, to `onLine`. */
export interface Service {
  name: string;
  child: ChildProcess;
  /** Settles when `isReady` accepted a line; rejects when the process ends before. */
  ready: Promise<void>;
  /** Resolves, with the reason, when the service is of no use any more and the suite should end. Never rejects. */
  broken: Promise<string>;
}

interface ServiceOptions {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  isReady: (line: string) => boolean;
  /** True for a line after which the service runs but is of no use. */
  isFatal?: (line: string) => boolean;
  /** True for a line, at any time, after which the service is of no use. */
  isBroken?: (line: string) => boolean;
  onLine?: ((line: string) => void) | undefined;
}

const LINES_KEPT_FOR_ERRORS = 15;
const LAST_LINES_MS = 5_000;

/**
 * Starts a service in a process group of its own, so that the terminal's Ctrl-C reaches only the suite, which then
 * stops its services in order.
 */
export function startService(options: ServiceOptions): Service {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = createWriteStream(options.logFile);
  log.on('error', (error) => console.error(`The log of ${options.name} could not be written: ${error.message}`));
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const recent: string[] = [];
  let breakDown: (why: string) => void = () => undefined;
  const broken = new Promise<string>((resolve) => {
    breakDown = resolve;
  });
  const ready = new Promise<void>((resolve, reject) => {
    const onLine = (line: string) => {
      log.write(`${line}\n`);
      recent.push(line);
      if (recent.length > LINES_KEPT_FOR_ERRORS) recent.shift();
      options.onLine?.(line);
      if (options.isFatal?.(line))
        reject(new Error(`${options.name} could not start: ${line.trim()}\nSee ${options.logFile}`));
      if (options.isBroken?.(line)) breakDown(`is of no use any more: ${line.trim()}`);
      if (options.isReady(line)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', onLine);
    }
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      breakDown('ended unexpectedly');
      const end = () =>
        reject(
          new Error(
            `${options.name} ended (${signal ?? `exit code ${code}`}) before it was ready:\n${recent.join('\n')}`,
          ),
        );
      // What it said last may still be in the pipes. A process that it left behind can hold them open for ever.
      child.once('close', end);
      setTimeout(end, LAST_LINES_MS).unref();
    });
  });
  // Not on 'exit': output in the pipes, and that of a process that the service started, comes after it.
  child.once('close', () => log.end());
  // Its owner awaits `ready` only while starting; an exit later is seen through the child's own event.
  ready.catch(() => undefined);
  return { name: options.name, child, ready, broken };
}

/** Ends these and whatever they started, see `endProcesses`. */
export function stopServices(services: Service[], graceMs: number): Promise<void> {
  return endProcesses(
    services.flatMap(({ child }) => (child.pid === undefined ? [] : [child.pid])),
    graceMs,
  );
}
