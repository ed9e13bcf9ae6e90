import { compileRules, type RulesIssue } from '@heirlight/security-rules';
import { parseIndexes } from './database/indexDefinitions';
import { importDatabase } from './wire/emulator/exports';
import { type FirestoreServer, startServer } from './wire/server';

export interface FirestoreOptions {
  /** Default: 127.0.0.1. */
  host?: string;
  /** Default: a free port. */
  port?: number;
  /** Security rules. Without them every request is allowed, as in Google's emulator. */
  rules?: { name: string; content: string } | undefined;
  /** firestore.indexes.json. With it a query that lacks its index is refused, as in production. */
  indexes?: { name: string; content: string } | undefined;
  /** What to do with rules that do not compile. `deny` refuses every request until better ones come over HTTP. */
  onBrokenRules?: 'throw' | 'deny';
  /** The metadata file of an export, or the folder that holds it. */
  importFrom?: string | undefined;
  /** `host:port` of the Functions emulator, which receives Firestore triggers. */
  functionsHost?: string | undefined;
  /** Receives lines for people: what was loaded, which requests the rules refused and why. */
  log?: (line: string) => void;
}

/** A Firestore in this process. `close` ends every connection and resolves when the port is free. */
export type Firestore = Pick<FirestoreServer, 'host' | 'port' | 'close'>;

/** The rules file does not compile; the message lists each mistake with its line. */
export class BrokenRulesError extends Error {}

/**
 * Starts a Firestore in this process. The port opens after rules and data are loaded.
 *
 * @throws BrokenRulesError, an Error about the export, or the system's error for the port (e.g. EADDRINUSE)
 */
export function startFirestore({
  host = '127.0.0.1',
  port = 0,
  rules,
  indexes,
  onBrokenRules = 'throw',
  importFrom,
  functionsHost,
  log = () => undefined,
}: FirestoreOptions = {}): Promise<Firestore> {
  return startServer({
    host,
    port,
    compileRules,
    indexes: indexes && parseIndexes(indexes.name, indexes.content),
    functionsHost,
    log,
    prepare: async (backend) => {
      if (rules) {
        const issues = backend.rules.loadInitial([rules]);
        const text = issues.map(lineOf).join('\n');
        const broken = issues.some(({ severity }) => severity === 'ERROR');
        if (broken && onBrokenRules === 'throw') throw new BrokenRulesError(`The rules have errors:\n${text}`);
        if (text) log(text);
        if (broken) log(`${rules.name} has errors: every read and write is denied until they are corrected.`);
      } else {
        log('No rules file: every read and write is allowed.');
      }
      if (importFrom) log(`Imported ${await importDatabase(backend, importFrom)} documents from ${importFrom}`);
    },
  });
}

const lineOf = ({ severity, description, sourcePosition: at }: RulesIssue): string =>
  `${at.fileName}:${at.line}:${at.column} - ${severity} ${description}`;
