// Why: docs/decisions/2026-11-23-what-is-left-of-an-account.md
import type { DeleteAccountRequest, DeleteAccountResponse } from '@heirlight/contract/callables';
import { RECENT_SIGN_IN_MS } from '@heirlight/contract/limits';
import { foldersOf } from '@heirlight/contract/paths';
import { type AccountRecord, accountRef } from '../account/accountRecord';
import { rememberAddress } from '../account/knownAddresses';
import { expireCheckouts } from '../payments/expireCheckouts';
import { forgetCustomer } from '../payments/forgetCustomer';
import { type PhotoRecord, photos } from '../photos/photoRecord';
import { recoverablePhotos } from '../photos/recoverable';
import { removeSharesOf } from '../photos/shares';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { AppError, messageOf } from '../platform/errors';
import { listAll } from '../platform/fileStore';
import { transact } from '../platform/transact';
import { cancelQuietly } from '../restore/photoJob';
import { forgetAddress } from './forgetAddress';

export type DeleteAccountDeps = Pick<
  Deps,
  'db' | 'files' | 'users' | 'provider' | 'payments' | 'config' | 'hashAddress' | 'now' | 'faultPoint' | 'log'
>;

const PHOTOS_PER_BATCH = 200;

/**
 * What stays of a deleted account, so that the ledger still adds up: a random id, numbers and dates. Every other field
 * goes, whatever a later version adds. The customer id, which leads to a person, goes last, because deleting the
 * customer at Stripe needs it.
 */
const KEPT = [
  'restores_available',
  'restores_owed',
  'ledger_sum',
  'owed_at',
  'created_at',
  'stripe_customer_id',
] as const satisfies (keyof AccountRecord)[];

function keptOf(account: AccountRecord): Pick<AccountRecord, (typeof KEPT)[number]> {
  const { restores_available, restores_owed, created_at } = account;
  const there = KEPT.filter((field) => account[field] !== undefined).map((field) => [field, account[field]]);
  return { restores_available, restores_owed, created_at, ...Object.fromEntries(there) };
}

/** From here on nothing can be spent, started or uploaded. */
async function mark(uid: string, { db, now }: DeleteAccountDeps): Promise<void> {
  const ref = accountRef(db, uid);
  await transact(db, async (transaction) => {
    const account = (await transaction.get(ref)).data();
    if (account?.deleted_at) return;
    const kept = account
      ? keptOf(account)
      : { restores_available: 0, restores_owed: 0, ledger_sum: 0, created_at: now() };
    transaction.set(ref, { ...kept, deleted_at: now(), deletion_pending: true, stripe_tried_at: now() });
  });
}

/** A photo that cannot be read is no reason to keep it. */
async function cancelJob(snapshot: { id: string; data(): PhotoRecord }, deps: DeleteAccountDeps): Promise<void> {
  try {
    const { status, prediction_id: predictionId } = snapshot.data();
    if (status === 'processing' && predictionId !== null) await cancelQuietly(predictionId, deps);
  } catch (error) {
    deps.log.error('The job of a photo could not be cancelled', { photoId: snapshot.id, reason: messageOf(error) });
  }
}

async function removePhotos(uid: string, deps: DeleteAccountDeps): Promise<number> {
  const { db } = deps;
  const query = photos(db).where('user_id', '==', uid).limit(PHOTOS_PER_BATCH);
  let removed = 0;
  for (;;) {
    const page = await query.get();
    if (page.empty) return removed;
    for (const snapshot of page.docs) await cancelJob(snapshot, deps);
    const batch = db.batch();
    for (const snapshot of page.docs) batch.delete(snapshot.ref);
    await batch.commit();
    removed += page.size;
  }
}

/** Photos that could be brought back go with the account. */
async function removeRecoverable(uid: string, { db }: DeleteAccountDeps): Promise<void> {
  const query = recoverablePhotos(db).where('user_id', '==', uid).limit(PHOTOS_PER_BATCH);
  for (let page = await query.get(); !page.empty; page = await query.get()) {
    const batch = db.batch();
    for (const { ref } of page.docs) batch.delete(ref);
    await batch.commit();
  }
}

async function removeFiles(uid: string, { files }: DeleteAccountDeps): Promise<void> {
  for (const prefix of foldersOf(uid)) {
    for (const file of await listAll(files, prefix)) await files.remove(file.path);
  }
}

/** Removes the customer id: nothing is left to do at Stripe. */
async function unmarkStripe(uid: string, { db }: DeleteAccountDeps): Promise<void> {
  const ref = accountRef(db, uid);
  await transact(db, async (transaction) => {
    const account = (await transaction.get(ref)).data();
    if (!account) return;
    const { stripe_customer_id: _forgotten, stripe_tried_at: _done, ...kept } = account;
    transaction.set(ref, kept);
  });
}

/**
 * Ends the open checkouts of a deleted account and deletes its customer at Stripe, unless there are invoices. Safe to
 * repeat. The sweeper repeats it while Stripe is out of reach or has not said how a checkout ended.
 */
async function leaveStripe(uid: string, deps: DeleteAccountDeps): Promise<void> {
  const account = (await accountRef(deps.db, uid).get()).data();
  const customerId = account?.stripe_customer_id;
  // End checkouts first: until all have ended, one may still be paid.
  if (!(await expireCheckouts(uid, deps))) return;
  if (customerId === undefined || (await forgetCustomer({ uid, customerId }, deps))) await unmarkStripe(uid, deps);
}

/**
 * Removes everything a deleted account owns here. The sign-in goes last, so that the owner can ask again after an
 * interruption; the sweeper finishes it too. Safe to repeat. Returns the number of removed photos.
 */
async function removeBelongings(uid: string, deps: DeleteAccountDeps): Promise<number> {
  const removed = await removePhotos(uid, deps);
  await removeRecoverable(uid, deps);
  await deps.faultPoint('deleteAccount.afterPhotos');
  // After the photos: without one no link is made.
  await removeSharesOf('user_id', uid, deps);
  await removeFiles(uid, deps);
  await deps.faultPoint('deleteAccount.afterFiles');
  await rememberAddress(uid, deps);
  await forgetAddress(uid, deps);
  await deps.users.remove(uid);
  await deps.faultPoint('deleteAccount.afterUser');
  await accountRef(deps.db, uid).update({ deletion_pending: false });
  return removed;
}

/**
 * Handles a task of `remove-account`: does what is left of a deletion. Stripe comes last: out of reach it costs a minute,
 * and photos and sign-in must not wait for that.
 */
export async function removeAccountTask({ uid }: { uid: string }, deps: DeleteAccountDeps): Promise<void> {
  const account = (await accountRef(deps.db, uid).get()).data();
  if (account?.deletion_pending) await removeBelongings(uid, deps);
  if (account?.stripe_tried_at) await leaveStripe(uid, deps);
}

/** Removes an account and what it owns, here and at Stripe. Safe to repeat. Returns the number of removed photos. */
export async function removeAccount(uid: string, deps: DeleteAccountDeps): Promise<number> {
  await mark(uid, deps);
  await deps.faultPoint('deleteAccount.afterMark');
  await leaveStripe(uid, deps);
  return removeBelongings(uid, deps);
}

/**
 * The callable `delete-account`. The schema has checked that `confirm` is the word DELETE.
 *
 * @throws AppError `sign_in_too_old` when the caller signed in longer ago than RECENT_SIGN_IN_MS
 */
export async function deleteAccount(
  _confirmed: DeleteAccountRequest,
  caller: Caller,
  deps: DeleteAccountDeps,
): Promise<DeleteAccountResponse> {
  const { uid, signedInAt } = caller;
  const isRecent = deps.now().getTime() - signedInAt.getTime() <= RECENT_SIGN_IN_MS;
  if (!isRecent) throw new AppError('sign_in_too_old', `${uid} signed in too long ago to delete the account`);
  return { deletedPhotos: await removeAccount(uid, deps) };
}
