import childProcess from 'node:child_process';
import { basename } from 'node:path';

/** How a line begins that tells of a runtime's end. */
export const RUNTIME_ENDED = 'A runtime of the emulators has ended';

/**
 * Prints a line when a program that firebase-tools started as `java` ends: Firestore or the rules runtime.
 *
 * Replaces: firebase-tools' own handling. It logs a warning when Firestore is killed, says nothing when the rules
 * runtime is, and goes on without it; uploads then wait for ever.
 * Why: the suite cannot see the children of firebase-tools. It ends when it reads this line.
 */
export function reportRuntimes(): void {
  const { spawn } = childProcess;
  childProcess.spawn = ((...args: Parameters<typeof spawn>) => {
    const child = spawn(...args);
    const file = args[0] === 'java' ? args[1][args[1].indexOf('-jar') + 1] : undefined;
    // It also asks for the version, with nothing to run.
    if (file !== undefined && args[1].includes('-jar')) {
      child.once('exit', (code, signal) => {
        console.error(`${RUNTIME_ENDED} (${signal ?? `exit code ${code}`}): ${basename(file)}`);
      });
    }
    return child;
  }) as typeof spawn;
}
