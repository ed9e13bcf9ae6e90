/**
 * The types of the rules interpreter. The language is the same for both services.
 * Source: https://firebase.google.com/docs/reference/rules
 */

export interface RulesIssue {
  severity: 'ERROR' | 'WARNING';
  description: string;
  /** 1-based. */
  sourcePosition: { fileName: string; line: number; column: number };
}

export type RulesService = 'cloud.firestore' | 'firebase.storage';
export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete';
/** Storage may also ask for a whole group. Only a statement for the whole group allows it. */
export type StorageRulesMethod = RulesMethod | 'read' | 'write';

/** A Firestore document in proto3 JSON: a rule's `resource`, or what get() finds. `name` is the full name. */
export interface RulesDocument {
  name: string;
  fields: Record<string, unknown>;
  createTime?: string;
  updateTime?: string;
}

/** The claims of a token; `uid` is `sub`. Requests of signed-out users have null instead. */
export interface RulesAuth {
  uid: string;
  token: Record<string, unknown>;
}

export interface FirestoreRulesRequest {
  service: 'cloud.firestore';
  method: RulesMethod;
  /** `/databases/(default)/documents/users/u1`. For a list: the collection's path. */
  path: string;
  /** RFC 3339. For a write: the commit's time, which is also the value of its server timestamps. */
  time: string;
  auth: RulesAuth | null;
  /** The stored document, or null if absent. Ignored for a list, where `query` replaces it. */
  resource: RulesDocument | null;
  /** For create and update: the document as it would be after the commit. */
  newResource: RulesDocument | null;
  /** For a list: the structured query in proto3 JSON. A rule may rely on its constraints. */
  query?: Record<string, unknown> & { allDescendants?: boolean };
  /** Serves get() and exists() (when 'before'), and getAfter() and existsAfter() (when 'after'). `path` as in rules. */
  lookup(path: string, when: 'before' | 'after'): RulesDocument | null;
  /** All operations of a batch, a transaction or a read of several documents share one object, and so one limit. */
  accessBudget?: AccessBudget;
}

/** Limits the documents that the operations of one request look up in total. Firestore's limit is 20. */
export interface AccessBudget {
  /** Filled by the evaluation: the different documents looked up so far. */
  documents: Set<string>;
  limit: number;
}

/** Values in the Storage rules runtime's JSON (`string_value`, `map_value.fields`, …). */
export interface StorageRulesRequest {
  service: 'firebase.storage';
  method: StorageRulesMethod;
  /** `/b/{bucket}/o/{object name}` */
  path: string;
  variables: { resource?: unknown; request?: unknown };
  /**
   * Serves firestore.get() and firestore.exists(). May throw `NeedsDocument`: the caller then fetches it and evaluates
   * again.
   */
  lookup(path: string): RulesDocument | null;
}

export interface RulesDecision {
  allow: boolean;
  /** For the log: why each `allow` failed, e.g. `false for 'list' @ L12`. Errors have line and column. */
  reason: string;
  /** The arguments of `debug()` calls, in order. Absent if there were none. */
  debug?: readonly string[];
}

/** A value that an expression had: a scalar, the type of another value, an error, or any further one. */
export type CoveredValue =
  | { boolValue: boolean }
  | { intValue: string }
  | { floatValue: string }
  | { stringValue: string }
  | { nullValue: null }
  | { typeName: string }
  | { undefined: { causeMessage: string } }
  | { others: true };

/**
 * How often an expression had which value. One without values was never evaluated.
 * Source: https://firebase.google.com/docs/reference/rules/rest/v1/projects/test#ExpressionReport
 */
export interface ExpressionReport {
  /** `line` and `column` are 1-based. Offsets count UTF-16 units; the end is excluded. */
  sourcePosition: { fileName: string; line: number; column: number; currentOffset: number; endOffset: number };
  values: readonly { value: CoveredValue; count: number }[];
  children: readonly ExpressionReport[];
}

/** For each file: the conditions and the parts of functions, in the order of the source. */
export type CoverageReport = readonly {
  file: { name: string; content: string };
  expressions: readonly ExpressionReport[];
}[];

export interface Ruleset {
  rulesVersion: 1 | 2;
  /** Bad data never throws: an evaluation error denies the request. Errors of `lookup` pass through. */
  evaluate(request: FirestoreRulesRequest | StorageRulesRequest): RulesDecision;
  /** The values that the expressions had in all evaluations so far. */
  coverage(): CoverageReport;
}

/** Thrown by a Storage `lookup` that must ask the emulator first. The runtime fetches `path` and evaluates again. */
export class NeedsDocument extends Error {
  constructor(readonly path: string) {
    super(`Needs ${path}`);
  }
}

export type CompileResult = { ruleset: Ruleset; issues: RulesIssue[] } | { ruleset: null; issues: RulesIssue[] };
