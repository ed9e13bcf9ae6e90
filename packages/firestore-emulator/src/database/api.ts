import type {
  CommitResult,
  Document,
  DocumentMask,
  ListenResponse,
  ReadConsistency,
  Status,
  StructuredAggregationQuery,
  StructuredQuery,
  Target,
  TransactionOptions,
  Value,
  Write,
  WriteResult,
} from './types';

/**
 * Who may do what. The wire makes one per call (from the caller's token and the current ruleset) and hands it in; the
 * database asks before it reveals or changes anything. `undefined` means an administrator: everything is allowed.
 * A refusal is thrown as FirestoreError PERMISSION_DENIED.
 */
export interface Authorizer {
  /** One document by name; `document` is null when it does not exist. */
  get(name: string, document: Document | null, circumstances?: Circumstances): void;
  /** A query, before it runs: the rules must hold for every document it could return. */
  list(parent: string, query: StructuredQuery, circumstances?: Circumstances): void;
  /**
   * One write of a commit, against the state before it and the state after the whole commit. `before` and `after` are
   * null for absent documents; `lookup` answers get()/exists() (when 'before') and getAfter()/existsAfter() ('after').
   */
  write(
    change: { name: string; before: Document | null; after: Document | null; lookup: DocumentLookup },
    circumstances: Circumstances,
  ): void;
}

/** What one question to the rules has in common with the others about the same request. */
export interface Circumstances {
  /** RFC 3339: a commit's time, which its server timestamps have too. Absent for a read, whose time is now. */
  time?: string;
  /**
   * Filled by the authorizer: what the rules looked up for one commit, transaction or read, of which there may only be
   * so much.
   */
  lookedUp: Set<string>;
}

export type DocumentLookup = (name: string, when: 'before' | 'after') => Document | null;

/** One document's change in one commit, for triggers. */
export interface Change {
  name: string;
  before: Document | null;
  after: Document | null;
  /** Top-level and nested field paths that differ. */
  updatedFieldPaths: string[];
}

/** A stream of targets, as the Listen RPC has it. Responses come in order, also during `add`. */
export interface ListenStream {
  add(target: Target & { targetId: number }): void;
  remove(targetId: number): void;
  close(): void;
}

/**
 * One Firestore database, knowing no transport. Every method throws `FirestoreError` with Firestore's own code and
 * message. Reads and commits are synchronous except where a contended transaction has to wait for a lock.
 */
export interface Database {
  /** `projects/{p}/databases/{d}` */
  readonly name: string;

  getDocument(request: { name: string; mask?: DocumentMask } & ReadConsistency, auth?: Authorizer): Promise<Document>;
  /** Answers in the order asked; `found` or `missing`, each with `readTime`. `newTransaction` begins one first. */
  batchGet(
    request: { documents: string[]; mask?: DocumentMask; newTransaction?: TransactionOptions } & ReadConsistency,
    auth?: Authorizer,
  ): Promise<{
    transaction?: string;
    results: ({ found: Document; readTime: string } | { missing: string; readTime: string })[];
  }>;
  listDocuments(
    request: {
      parent: string;
      collectionId: string;
      pageSize?: number;
      pageToken?: string;
      orderBy?: string;
      mask?: DocumentMask;
      showMissing?: boolean;
    } & ReadConsistency,
    auth?: Authorizer,
  ): Promise<{ documents: Partial<Document>[]; nextPageToken?: string }>;
  listCollectionIds(request: { parent: string; pageSize?: number; pageToken?: string }): {
    collectionIds: string[];
    nextPageToken?: string;
  };
  runQuery(
    request: {
      parent: string;
      structuredQuery: StructuredQuery;
      newTransaction?: TransactionOptions;
    } & ReadConsistency,
    auth?: Authorizer,
  ): Promise<{ transaction?: string; documents: Document[]; readTime: string; skippedResults: number }>;
  runAggregationQuery(
    request: {
      parent: string;
      structuredAggregationQuery: StructuredAggregationQuery;
      newTransaction?: TransactionOptions;
    } & ReadConsistency,
    auth?: Authorizer,
  ): Promise<{ transaction?: string; aggregateFields: Record<string, Value>; readTime: string }>;
  /** Cursors that split a collection-group query in at most `partitionCount` parts. */
  partitionQuery(request: { parent: string; structuredQuery: StructuredQuery; partitionCount: number }): {
    partitions: { values: Value[]; before: boolean }[];
  };

  /** The latest committed state, read at once and without locks: what the rules' get() and exists() see. */
  peek(name: string): Document | null;

  beginTransaction(options?: TransactionOptions): { transaction: string };
  commit(request: { writes: Write[]; transaction?: string }, auth?: Authorizer): Promise<CommitResult>;
  rollback(transaction: string): void;
  /** Not atomic: each write has its own status. */
  batchWrite(
    request: { writes: Write[] },
    auth?: Authorizer,
  ): Promise<{ writeResults: WriteResult[]; status: Status[] }>;

  openListenStream(send: (response: ListenResponse) => void, auth?: Authorizer): ListenStream;
  /** Called after each commit with everything it changed; returns the unsubscribe function. */
  onCommit(listener: (changes: Change[], commitTime: string) => void): () => void;

  /** Removes every document; listeners see the deletes, triggers do not fire. */
  clear(): void;
  exportDocuments(): Iterable<Document>;
  importDocuments(documents: Iterable<Document>): void;
  /** Ends lock timers and listeners. */
  close(): void;
}
