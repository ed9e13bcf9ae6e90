import type { Data, Plain } from './values';

export interface Snapshot {
  path: string;
  data: Data;
}

type Operator = '<' | '<=' | '==' | '!=' | '>=' | '>' | 'in' | 'not-in' | 'array-contains' | 'array-contains-any';

export type Where = [field: string, operator: Operator, value: Plain] | { or: Where[] } | { and: Where[] };

/** A query, independent of any SDK's classes. The field `__name__` is the document's id or path. */
export interface Query {
  /** Either a collection's path or a collection group's id. */
  collection?: string;
  group?: string;
  where?: Where[];
  orderBy?: [field: string, direction?: 'asc' | 'desc'][];
  limit?: number;
  limitToLast?: number;
  startAt?: Plain[];
  startAfter?: Plain[];
  endAt?: Plain[];
  endBefore?: Plain[];
  /** Path of a document to start after. */
  startAfterDocument?: string;
}

/** A search for the documents whose vector is nearest. `distance` names the field that receives it. */
export interface Nearest {
  field: string;
  to: number[];
  by: 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT';
  limit: number;
  distance?: string;
  threshold?: number;
  /** Fields to return; default: all. */
  select?: string[];
}

type WriteOperation =
  | { set: string; data: Data; merge?: boolean }
  | { update: string; data: Data }
  | { delete: string };

export interface Transaction {
  get(path: string): Promise<Data | null>;
  set(path: string, data: Data): void;
  update(path: string, data: Data): void;
  delete(path: string): void;
}

export interface ListenEvent {
  docs: Snapshot[];
  changes: { type: 'added' | 'modified' | 'removed'; path: string; oldIndex: number; newIndex: number }[];
  fromCache: boolean;
}

/**
 * One Firestore SDK behind the interface that the cases use. Errors have the SDK's own code; `codeOf` translates it.
 */
export interface Driver {
  readonly kind: 'admin' | 'web';
  get(path: string): Promise<Data | null>;
  set(path: string, data: Data, options?: { merge?: boolean; mergeFields?: string[] }): Promise<void>;
  /** @returns the new document's path. */
  add(collection: string, data: Data): Promise<string>;
  /** Keys are field paths. */
  update(path: string, data: Data): Promise<void>;
  delete(path: string): Promise<void>;
  query(query: Query): Promise<Snapshot[]>;
  /** Server SDKs only. The query's filters apply first. */
  nearest?(query: Query, search: Nearest): Promise<Snapshot[]>;
  count(query: Query): Promise<number>;
  sum(query: Query, field: string): Promise<number>;
  average(query: Query, field: string): Promise<number | null>;
  batch(operations: WriteOperation[]): Promise<void>;
  transaction<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** @param target a document's path or a query @returns a function that ends the listener */
  listen(target: string | Query, on: { next(event: ListenEvent): void; error(error: unknown): void }): () => void;
  /** Web only: goes offline and comes back. */
  setOnline?(online: boolean): Promise<void>;
  /** Returns gRPC's name for an error's code. */
  codeOf(error: unknown): string;
  /** Codes that the SDK takes for the same one, because it sees only the HTTP status. */
  readonly sameCodes?: readonly string[];
  /** Another connection of the same kind to the same database. */
  another(): Driver;
  close(): Promise<void>;
}
