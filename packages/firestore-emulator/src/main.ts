import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { compileRules } from '@heirlight/security-rules/compile';
import { type Flags, parseFlags } from './flags';
import { stopWithParent } from './lifecycle';
import type { Backend } from './wire/backend';
import { importDatabase } from './wire/emulator/exports';
import { startServer } from './wire/server';

/** The local Firestore as a process. Prints `listening <port>` when it is ready. */
async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  const server = await startServer({
    ...flags,
    compileRules,
    log: console.log,
    prepare: async (backend) => {
      await loadRules(backend, flags);
      await loadExport(backend, flags);
    },
  });
  stopWithParent(() => server.close());
  console.log(`listening ${server.port}`);
}

async function loadRules(backend: Backend, { rules }: Flags): Promise<void> {
  if (!rules) {
    console.log('No rules file: every read and write is allowed.');
    return;
  }
  const issues = backend.rules.loadInitial([{ name: basename(rules), content: await readFile(rules, 'utf8') }]);
  for (const { severity, description, sourcePosition: at } of issues) {
    console.error(`${rules}:${at.line}:${at.column} - ${severity} ${description}`);
  }
  if (issues.some(({ severity }) => severity === 'ERROR')) {
    console.error(`${rules} has errors: every read and write is denied until they are corrected.`);
  }
}

async function loadExport(backend: Backend, { seedFromExport }: Flags): Promise<void> {
  if (!seedFromExport) return;
  const count = await importDatabase(backend, seedFromExport);
  console.log(`Imported ${count} documents from ${seedFromExport}`);
}

/** One clear line for what a person can correct. */
function explain(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the program that uses it, or choose another with --port.`;
  }
  return message ?? String(error);
}

main().catch((error: unknown) => {
  console.error(`The local Firestore could not start: ${explain(error)}`);
  process.exit(1);
});
