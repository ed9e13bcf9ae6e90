import type { Authorizer, Change, Database } from '../database/api';
import { createDatabase } from '../database/database';
import { permissionDenied } from '../database/errors';
import { IDLE_MILLIS } from '../database/transactions';
import type { Caller } from './caller';
import { createFaults, type Faults } from './faults';
import { parseName } from './names';
import { rulesAuthorizer } from './rulesAuthorizer';
import { type CompileRules, createRulesStore, type RulesStore } from './rulesStore';

export interface BackendOptions {
  compileRules: CompileRules;
  /** Called after every commit of every database. */
  onCommit?: (changes: Change[], commitTime: string) => void;
  /** Gets one line for every request the rules refused; a client only learns that it was. */
  log: (line: string) => void;
}

/** What all transports share: every database of every project, the rules, and planned faults. */
export interface Backend {
  readonly rules: RulesStore;
  readonly faults: Faults;
  /** The database a resource name lies in; made on first use, as in Google's emulator. */
  databaseOf(name: string | undefined): Database;
  log(line: string): void;
  close(): void;
}

export function createBackend({ compileRules, onCommit, log }: BackendOptions): Backend {
  const databases = new Map<string, Database>();
  const faults = createFaults();
  return {
    rules: createRulesStore(compileRules),
    faults,
    databaseOf(name) {
      const { database: key } = parseName(name);
      const known = databases.get(key);
      if (known) return known;
      const made = createDatabase({
        name: key,
        transactionIdleMillis: () => faults.plan.transactionIdleMs ?? IDLE_MILLIS,
      });
      made.onCommit((changes, commitTime) => onCommit?.(changes, commitTime));
      databases.set(key, made);
      return made;
    },
    log,
    close() {
      for (const database of databases.values()) database.close();
    },
  };
}

/** One caller's way into the backend: the database, and what the rules let this caller do in it. */
export interface Call {
  backend: Backend;
  caller: Caller;
}

/** `undefined`, which the database reads as "everything is allowed", for administrators. */
export function authorizerOf({ backend, caller }: Call, database: Database): Authorizer | undefined {
  if (caller.kind === 'admin') return undefined;
  const { projectId } = parseName(database.name);
  return rulesAuthorizer({
    ruleset: () => backend.rules.of(projectId),
    auth: caller.auth,
    projectId,
    peek: (name) => database.peek(name),
    log: backend.log,
  });
}

/** For what only administrators may do, whatever the rules say. */
export function requireAdmin({ caller }: Call): void {
  if (caller.kind !== 'admin') throw permissionDenied();
}
