/**
 * The door of the rules interpreter: one language, two services. `compileRules` is in `compile.ts`.
 * Source of the language: https://firebase.google.com/docs/reference/rules
 */

export interface RulesIssue {
  severity: 'ERROR' | 'WARNING';
  description: string;
  /** 1-based. */
  sourcePosition: { fileName: string; line: number; column: number };
}

export type RulesService = 'cloud.firestore' | 'firebase.storage';
export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

/** A Firestore document in proto3 JSON, as a rule's `resource` and as what get() finds. `name` is the full name. */
export interface RulesDocument {
  name: string;
  fields: Record<string, unknown>;
  createTime?: string;
  updateTime?: string;
}

/** A verified token's claims; `uid` is `sub`. null when signed out. */
export interface RulesAuth {
  uid: string;
  token: Record<string, unknown>;
}

export interface FirestoreRulesRequest {
  service: 'cloud.firestore';
  method: RulesMethod;
  /** `/databases/(default)/documents/users/u1`. For a list: the collection's path, the document's id being unknown. */
  path: string;
  /** RFC 3339. For a write the commit's own time, to which a server timestamp in it is equal. */
  time: string;
  auth: RulesAuth | null;
  /** The stored document; null when absent. Ignored for list, where `query` says what is known of it. */
  resource: RulesDocument | null;
  /** create and update: the document as it would be after the commit. */
  newResource: RulesDocument | null;
  /** list only: the structured query in proto3 JSON; its constraints are what a rule may rely on. */
  query?: Record<string, unknown> & { allDescendants?: boolean };
  /** Answers get()/exists() with when 'before', getAfter()/existsAfter() with when 'after'. `path` as in rules. */
  lookup(path: string, when: 'before' | 'after'): RulesDocument | null;
  /** One object for all operations of a batch, a transaction or a multi-document read, which share a limit. */
  accessBudget?: AccessBudget;
}

/** What the operations of one request may look up together; Firestore's limit is 20. */
export interface AccessBudget {
  /** Filled by the evaluation: the different documents asked for so far. */
  documents: Set<string>;
  limit: number;
}

/** Values in the Storage rules runtime's JSON (`string_value`, `map_value.fields`, …). */
export interface StorageRulesRequest {
  service: 'firebase.storage';
  method: RulesMethod;
  /** `/b/{bucket}/o/{object name}` */
  path: string;
  variables: { resource?: unknown; request?: unknown };
  /** Firestore documents for firestore.get()/exists(). Throw `NeedsDocument` to fetch first and evaluate again. */
  lookup(path: string): RulesDocument | null;
}

export interface RulesDecision {
  allow: boolean;
  /** Why every candidate failed, for the log: `false for 'list' @ L12`, evaluation errors with line and column. */
  reason: string;
  /** What `debug()` was called with, in order; absent when it was not. */
  debug?: readonly string[];
}

export interface Ruleset {
  rulesVersion: 1 | 2;
  /** Never throws on bad data: an evaluation error denies. Only `lookup`'s own throws pass through. */
  evaluate(request: FirestoreRulesRequest | StorageRulesRequest): RulesDecision;
}

/** Thrown by a Storage `lookup` that has to ask the emulator first; the runtime fetches `path` and evaluates again. */
export class NeedsDocument extends Error {
  constructor(readonly path: string) {
    super(`Needs ${path}`);
  }
}

export type CompileResult = { ruleset: Ruleset; issues: RulesIssue[] } | { ruleset: null; issues: RulesIssue[] };
