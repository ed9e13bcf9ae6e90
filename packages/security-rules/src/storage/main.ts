import { createInterface } from 'node:readline';
import { whenParentGone } from '@heirlight/emulator-kit/process';
import { StorageRulesRuntime } from './runtime';

/**
 * The process that firebase-tools starts in place of its Storage rules JAR. Arguments such as `serve` say nothing new.
 * Standard output belongs to the protocol.
 */

const runtime = new StorageRulesRuntime();
const send = (message: object): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};
const end = (): void => process.exit(0);

process.on('SIGINT', end);
process.on('SIGTERM', end);
process.stdout.on('error', end);

/** A closed standard input ends the process too, unless a sibling still holds the pipe: hence the second look. */
whenParentGone(end);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const answer = runtime.handle(line);
    if (answer !== null) send(answer);
  })
  .on('close', end);
send(runtime.greeting);
