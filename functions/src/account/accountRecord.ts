import { USERS } from '@heirlight/contract/paths';
import { boolean, type InferOutput, object, optional, string } from 'valibot';
import { balanceFields } from '../ledger/ledger';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';

/** `users/{uid}` as the server sees it: the balance, which only the ledger changes, and the rest of the account. */
const account = object({
  ...balanceFields,
  /**
   * Whether the mailbox had its welcome with another account: then no welcome restores and no promotion codes. Set
   * once; missing while the welcome waits for the e-mail address to be verified.
   */
  is_returning: optional(boolean()),
  /** The customer at Stripe, from the first checkout on. After a deletion: until Stripe needs nothing more from us. */
  stripe_customer_id: optional(string()),
  /** When the owner asked for deletion; from then on nothing may be spent. */
  deleted_at: optional(time),
  /** True from the request for deletion until everything here is gone. */
  deletion_pending: optional(boolean()),
  /** When Stripe was last asked about a deleted account; there until nothing is left to be done at Stripe. */
  stripe_tried_at: optional(time),
});
export type AccountRecord = InferOutput<typeof account>;

export const accounts = collectionOf(USERS, account);
export const accountRef = (db: Firestore, uid: string) => accounts(db).doc(uid);
