import type { Authorizer, Change, Database } from '../database/api';
import { createDatabase } from '../database/database';
import { permissionDenied } from '../database/errors';
import type { IndexDefinitions } from '../database/indexDefinitions';
import { requireIndexes } from '../database/requireIndexes';
import { IDLE_MILLIS } from '../database/transactions';
import type { Caller } from './caller';
import { createFaults, type Faults } from './faults';
import { parseName } from './names';
import { rulesAuthorizer } from './rulesAuthorizer';
import { type CompileRules, createRulesStore, type RulesStore } from './rulesStore';
import { countUsage, createUsage, type UsageReport } from './usage';

interface BackendOptions {
  compileRules: CompileRules;
  /** When given, a query without an index is refused. */
  indexes?: IndexDefinitions | undefined;
  /** Called after every commit of every database. */
  onCommit?: (changes: Change[], commitTime: string) => void;
  /** Receives one line with the reason for every request that the rules deny. Clients do not receive the reason. */
  log: (line: string) => void;
}

/** What all transports share: the databases of all projects, the rules, and planned faults. */
export interface Backend {
  readonly rules: RulesStore;
  readonly faults: Faults;
  readonly usage: UsageReport;
  /** Returns the database of a resource name. Creates it on first use, as Google's emulator does. */
  databaseOf(name: string | undefined): Database;
  log(line: string): void;
  close(): void;
}

export function createBackend({ compileRules, indexes, onCommit, log }: BackendOptions): Backend {
  const databases = new Map<string, Database>();
  const faults = createFaults();
  const usage = createUsage();
  return {
    rules: createRulesStore(compileRules),
    faults,
    usage,
    databaseOf(name) {
      const { database: key } = parseName(name);
      const known = databases.get(key);
      if (known) return known;
      const made = createDatabase({
        name: key,
        transactionIdleMillis: () => faults.plan.transactionIdleMs ?? IDLE_MILLIS,
      });
      made.onCommit((changes, commitTime) => onCommit?.(changes, commitTime));
      const database = countUsage(indexes ? requireIndexes(made, indexes) : made, usage);
      databases.set(key, database);
      return database;
    },
    log,
    close() {
      for (const database of databases.values()) database.close();
    },
  };
}

/** A request's caller, and the backend that serves it. */
export interface Call {
  backend: Backend;
  caller: Caller;
}

/** Returns `undefined` for administrators, to whom the database allows everything. */
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

/** Throws PERMISSION_DENIED unless the caller is an administrator. */
export function requireAdmin({ caller }: Call): void {
  if (caller.kind !== 'admin') throw permissionDenied();
}
