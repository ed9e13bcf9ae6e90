import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endGroupWithUs, endProcesses } from '@heirlight/emulator-kit/process';

/** The command after `--`, which runs while the suite is up. */
export interface Command {
  /** Its exit code. Rejects when it cannot be started. */
  ended: Promise<number>;
  /** Ends it, and whatever it started. */
  end(graceMs: number): Promise<void>;
}

/** The exit code a shell gives for a program that a signal ended. */
export const exitCodeAfter = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

/**
 * Runs in a process group of its own, so that the terminal's Ctrl-C reaches only the suite, and the group can be
 * ended as a whole: npx and Playwright start processes of their own.
 */
export function startCommand({
  command,
  cwd,
  env,
}: {
  command: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}): Command {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: 'inherit' });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => resolve(by ? exitCodeAfter(by) : (code ?? 1)));
  });
  const group = child.pid;
  if (group === undefined) return { ended, end: async () => undefined };
  const callOff = endGroupWithUs(group);
  return {
    ended,
    async end(graceMs) {
      await endProcesses([-group], graceMs);
      callOff();
    },
  };
}
