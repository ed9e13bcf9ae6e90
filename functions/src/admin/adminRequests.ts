import {
  fallback,
  type InferOutput,
  nullish,
  number,
  object,
  optional,
  picklist,
  record,
  string,
  union,
} from 'valibot';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';

/**
 * What the function writes into `admin_requests/{id}`, beside what the owner wrote there. People write these documents
 * by hand, so a field of another type counts as absent.
 */
const answer = object({
  /** PROCESSING until the request has been carried out or rejected. What has ended never changes. */
  state: fallback(optional(picklist(['PROCESSING', 'SUCCESS', 'ERROR'])), undefined),
  startTime: fallback(optional(time), undefined),
  endTime: fallback(nullish(time, null), null),
  attempts: fallback(optional(number(), 0), 0),
  /** For people. While PROCESSING: why the last attempt failed. */
  error: fallback(nullish(string(), null), null),
  /** The account's uid. */
  account: fallback(optional(string()), undefined),
  /** Restores available afterwards, where the request moved some. */
  balance_after: fallback(optional(number()), undefined),
  /** What was done: ids and paths. */
  result: fallback(optional(record(string(), union([string(), number()]))), undefined),
});
export type Answer = InferOutput<typeof answer>;

/** Names of the answer's fields. A copy of an answered document has them from the start. */
export const ANSWER_FIELDS: readonly string[] = Object.keys(answer.entries);

/** What the owner asked for in the console, mostly about an account. */
const adminRequests = collectionOf('admin_requests', answer);
export const adminRequestRef = (db: Firestore, id: string) => adminRequests(db).doc(id);
