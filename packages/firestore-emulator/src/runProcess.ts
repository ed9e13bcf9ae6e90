import { readFile } from 'node:fs/promises';
import type { Settings } from './commandLine';
import { type Firestore, type FirestoreOptions, startFirestore } from './start';

/** Serves Firestore as this process until SIGINT or SIGTERM. Throws Errors whose messages are for people. */
export async function runProcess(
  { rules, indexes, ...settings }: Settings,
  { onBrokenRules }: Required<Pick<FirestoreOptions, 'onBrokenRules'>>,
): Promise<{ server: Firestore; stop: () => void }> {
  const server = await startFirestore({
    ...settings,
    rules: rules === undefined ? undefined : { name: rules, content: await readText('rules', rules) },
    indexes: indexes === undefined ? undefined : { name: indexes, content: await readText('indexes', indexes) },
    onBrokenRules,
    log: console.log,
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void server.close().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { server, stop };
}

async function readText(what: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`Cannot read the ${what} file ${file}: ${(error as Error).message}`);
  }
}

/** Prints why the process could not start, and ends it. */
export function exitWith(error: unknown): never {
  console.error(`The local Firestore could not start: ${explain(error)}`);
  process.exit(1);
}

/** What a person can correct, in one sentence; else the error's own message. */
export function explain(error: unknown): string {
  const { code, port, address, message } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop the program that uses it, or choose another port with --port.`;
    case 'EACCES':
      return port === undefined ? String(message) : `Only root may use port ${port}. Choose another with --port.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. Choose another with --host.`;
    default:
      return message ?? String(error);
  }
}
