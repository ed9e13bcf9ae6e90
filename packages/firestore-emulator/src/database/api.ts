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
 * Decides what a caller may do. The wire creates one per call from the caller's token and the current ruleset. The
 * database consults it before it reveals or changes anything. `undefined` means an administrator, who may do anything.
 * Each method throws FirestoreError PERMISSION_DENIED to refuse.
 */
export interface Authorizer {
  /** One document by name; `document` is null when it does not exist. */
  get(name: string, document: Document | null, circumstances?: Circumstances): void;
  /** Checked before a query runs: the rules must hold for every document it could return. */
  list(parent: string, query: StructuredQuery, circumstances?: Circumstances): void;
  /**
   * One document of a commit, with its state before and after the whole commit, null if absent. `lookup` serves
   * get() and exists() (when 'before'), and getAfter() and existsAfter() (when 'after').
   */
  write(
    change: { name: string; before: Document | null; after: Document | null; lookup: DocumentLookup },
    circumstances: Circumstances,
  ): void;
}

/** What all rule checks of one request share. */
export interface Circumstances {
  /** RFC 3339: the commit's time, equal to its server timestamps. Absent for reads, whose time is now. */
  time?: string;
  /**
   * Filled by the authorizer: the documents that the rules looked up for one commit, transaction or read. Their number
   * is limited.
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

/** A stream of targets, as in the Listen RPC. `add` sends its first responses before it returns. */
export interface ListenStream {
  add(target: Target & { targetId: number }): void;
  remove(targetId: number): void;
  /** Call it when the client can take more: the changes that were held back are sent, as one. */
  drained(): void;
  close(): void;
}

/**
 * One Firestore database, independent of transports. Every method throws `FirestoreError` with Firestore's own code and
 * message. Reads and commits complete at once unless they have to wait for another transaction's lock.
 */
export interface Database {
  /** `projects/{p}/databases/{d}` */
  readonly name: string;

  getDocument(request: { name: string; mask?: DocumentMask } & ReadConsistency, auth?: Authorizer): Promise<Document>;
  /** Returns one result per name, in the same order. `newTransaction` begins a transaction first. */
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
  /** Returns cursors that split a collection-group query into at most `partitionCount` parts. */
  partitionQuery(request: { parent: string; structuredQuery: StructuredQuery; partitionCount: number }): {
    partitions: { values: Value[]; before: boolean }[];
  };

  /** Returns the latest committed state, without waiting for locks. The rules' get() and exists() see it. */
  peek(name: string): Document | null;

  beginTransaction(options?: TransactionOptions): { transaction: string };
  commit(request: { writes: Write[]; transaction?: string }, auth?: Authorizer): Promise<CommitResult>;
  rollback(transaction: string): void;
  /** Not atomic: each write has its own status. */
  batchWrite(
    request: { writes: Write[] },
    auth?: Authorizer,
  ): Promise<{ writeResults: WriteResult[]; status: Status[] }>;

  /**
   * @param congested whether the client still has to take much of what was sent. Changes are then held back and merged,
   *   so that a slow client costs no memory and gets the newest state, not every one. Default: never.
   */
  openListenStream(
    send: (response: ListenResponse) => void,
    auth?: Authorizer,
    congested?: () => boolean,
  ): ListenStream;
  /** Calls the listener after each commit with all its changes. Returns a function that unsubscribes. */
  onCommit(listener: (changes: Change[], commitTime: string) => void): () => void;

  /** Removes every document. Listeners see the deletions; triggers do not fire. */
  clear(): void;
  exportDocuments(): Iterable<Document>;
  importDocuments(documents: Iterable<Document>): void;
  /** Ends lock timers and listeners. */
  close(): void;
}
