// Why: docs/decisions/2026-11-23-what-is-left-of-an-account.md
import { object } from 'valibot';
import type { Deps } from '../platform/deps';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';

/** Two years: long enough to make signing up again and again pointless. */
const KEPT_MS = 2 * 365 * 24 * 60 * 60_000;

/**
 * The addresses that got the welcome restores or had an account that was deleted: a keyed hash of each, nothing else.
 * Firestore removes a document after its `expires_at` (the TTL policy of `firestore.indexes.json`).
 */
const knownAddresses = collectionOf('knownAddresses', object({ expires_at: time }));
export const knownAddressRef = (db: Firestore, hash: string) => knownAddresses(db).doc(hash);
export const knownUntil = (now: Date) => ({ expires_at: new Date(now.getTime() + KEPT_MS) });

/**
 * Remembers the address of a deleted account. Skips an unverified address: it may belong to somebody else, who would
 * lose the welcome restores.
 */
export async function rememberAddress(
  uid: string,
  { db, users, config, hashAddress, now }: Pick<Deps, 'db' | 'users' | 'config' | 'hashAddress' | 'now'>,
): Promise<void> {
  const user = await users.get(uid);
  if (!user?.email || (config.welcomeNeedsVerifiedEmail && !user.emailVerified)) return;
  await knownAddressRef(db, hashAddress(user.email)).set(knownUntil(now()));
}
