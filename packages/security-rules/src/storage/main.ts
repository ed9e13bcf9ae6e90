import { createInterface } from 'node:readline';
import { StorageRulesRuntime } from './runtime';

/**
 * The process that firebase-tools starts in place of its Storage rules JAR. It ignores arguments, such as `serve`.
 * Standard output is reserved for the protocol.
 */

const runtime = new StorageRulesRuntime();
const send = (message: object): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};
const end = (): void => process.exit(0);

process.on('SIGINT', end);
process.on('SIGTERM', end);
process.stdout.on('error', end);

// Standard input ends when firebase-tools stops this process, and also when firebase-tools is killed.
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const answer = runtime.handle(line);
    if (answer !== null) send(answer);
  })
  .on('close', end);
send(runtime.greeting);
