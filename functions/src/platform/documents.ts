import {
  type BaseIssue,
  custom,
  type GenericSchema,
  getDotPath,
  type InferOutput,
  pipe,
  safeParse,
  transform,
} from 'valibot';
import type { Log } from './deps';
import { messageOf } from './errors';
import type {
  CollectionReference,
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  FirestoreDataConverter,
  QueryDocumentSnapshot,
} from './firestoreTypes';

export interface TimestampLike {
  toDate(): Date;
}
export const isTimestamp = (value: unknown): value is TimestampLike =>
  typeof value === 'object' && value !== null && 'toDate' in value && typeof value.toDate === 'function';

/** A time: a timestamp in the database, a Date here. */
export const time = pipe(
  custom<TimestampLike>(isTimestamp),
  transform((timestamp) => timestamp.toDate()),
);
/** Describes the mismatch without the value, which may be personal data. */
function complaint(issue: BaseIssue<unknown>): string {
  const field = getDotPath(issue) ?? 'The document';
  if (issue.input === undefined) return `${field} is missing`;
  const found = issue.input === null ? 'null' : typeof issue.input;
  return `${field} is ${found}, expected ${issue.type === 'custom' ? 'a timestamp' : issue.expected}`;
}

function converterOf<Schema extends GenericSchema<unknown, DocumentData>>(
  schema: Schema,
): FirestoreDataConverter<InferOutput<Schema>, InferOutput<Schema>> {
  return {
    toFirestore: (document) => document as InferOutput<Schema>,
    fromFirestore(snapshot) {
      const stored = snapshot.data();
      const result = safeParse(schema, stored);
      // Fields the schema does not know stay: a document that is written back must not lose them.
      if (result.success) return { ...stored, ...result.output };
      throw new Error(`${snapshot.ref.path}: ${complaint(result.issues[0])}`);
    },
  };
}

/**
 * A collection whose documents are checked by a schema when they are read, and typed when they are written.
 * `data()` throws an Error with path and field when a document does not fit.
 */
export function collectionOf<Schema extends GenericSchema<unknown, DocumentData>>(path: string, schema: Schema) {
  const converter = converterOf(schema);
  return (db: Firestore): CollectionReference<InferOutput<Schema>, InferOutput<Schema>> =>
    db.collection(path).withConverter(converter);
}

/** Returns null for a document that does not fit its schema, and logs it as an error: an admin has to mend it. */
export function readOrLog<T>(snapshot: QueryDocumentSnapshot<T>, { log }: { log: Log }): T | null {
  try {
    return snapshot.data();
  } catch (error) {
    log.error('A document cannot be read', { reason: messageOf(error) });
    return null;
  }
}

type References<T extends DocumentData[]> = { [Index in keyof T]: DocumentReference<T[Index], T[Index]> };
type Snapshots<T extends DocumentData[]> = { [Index in keyof T]: DocumentSnapshot<T[Index], T[Index]> };

/** Reads several documents in one request, each with its own type; a transaction does so within itself. */
export async function getAll<T extends DocumentData[]>(
  reader: { getAll(...refs: DocumentReference[]): Promise<DocumentSnapshot[]> },
  ...refs: References<T>
): Promise<Snapshots<T>> {
  // The SDK reads each document by its own converter, but its type knows one for all.
  return (await reader.getAll(...(refs as unknown as DocumentReference[]))) as unknown as Snapshots<T>;
}
