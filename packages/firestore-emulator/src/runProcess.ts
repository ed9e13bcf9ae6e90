import { readFile } from 'node:fs/promises';
import type { Settings } from './commandLine';
import { type Firestore, type FirestoreOptions, startFirestore } from './start';

/** Serves Firestore as this process until SIGINT or SIGTERM. Throws Errors whose messages are for people. */
export async function runProcess(
  { rules, ...settings }: Settings,
  { onBrokenRules }: Required<Pick<FirestoreOptions, 'onBrokenRules'>>,
): Promise<{ server: Firestore; stop: () => void }> {
  const server = await startFirestore({
    ...settings,
    rules: rules === undefined ? undefined : { name: rules, content: await readRules(rules) },
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

async function readRules(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`Cannot read the rules file ${file}: ${(error as Error).message}`);
  }
}

/** Prints why the process could not start, and ends it. */
export function exitWith(error: unknown): never {
  const { code, port, address, message } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  const reason =
    code === 'EADDRINUSE'
      ? `Port ${port} is already in use. Stop the program that uses it, or choose another port with --port.`
      : code === 'EACCES' && port !== undefined
        ? `Port ${port} needs more rights than this user has. Choose one above 1023 with --port.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
          ? `This machine has no address ${address ?? ''}. Choose another with --host.`
          : (message ?? String(error));
  console.error(`The local Firestore could not start: ${reason}`);
  process.exit(1);
}
