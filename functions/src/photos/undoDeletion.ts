import type { ListDeletionsResponse, UndoDeletionRequest, UndoDeletionResponse } from '@heirlight/contract/callables';
import { UNDO_DELETION_MS } from '@heirlight/contract/limits';
import { accountRef } from '../account/accountRecord';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { readOrLog } from '../platform/documents';
import { AppError } from '../platform/errors';
import { transact } from '../platform/transact';
import { leaveLinks } from './linkPictures';
import { photoRef } from './photoRecord';
import { type Recoverable, recoverablePhotos } from './recoverable';

type UndoDeps = Pick<Deps, 'db' | 'files' | 'now' | 'newId'>;

/** Each is read once and written twice; a transaction takes a few MB. */
const PHOTOS_PER_TRANSACTION = 50;

/** Most photos that the list of deletions counts. */
const MOST_LISTED = 1_000;

/** What changed for good when it was deleted: its link ended, and the restore of a failed one was given back. */
const broughtBack = (photo: Recoverable['photo']): Recoverable['photo'] => ({
  ...photo,
  shared_at: null,
  is_refunded: photo.status === 'failed',
});

/** Brings back up to so many photos of a set. Returns the groups of those brought back. */
async function bringBack(setId: string, uid: string, deps: UndoDeps): Promise<string[]> {
  const { db, now } = deps;
  const some = recoverablePhotos(db)
    .where('user_id', '==', uid)
    .where('set_id', '==', setId)
    .limit(PHOTOS_PER_TRANSACTION);
  // A deletion that was cut off has left its links.
  const { docs: listed } = await some.get();
  await Promise.all(listed.map(({ id }) => leaveLinks(id, deps)));
  return transact(db, async (transaction) => {
    const { docs } = await transaction.get(some);
    const account = (await transaction.get(accountRef(db, uid))).data();
    if (account?.deleted_at) throw new AppError('signed_out', `The account ${uid} was deleted`);
    const groups: string[] = [];
    const oldest = now().getTime() - UNDO_DELETION_MS;
    for (const snapshot of docs) {
      const { photo_id, group_id, deleted_at, photo } = snapshot.data();
      // What was promised for a day is not kept by chance for longer.
      if (deleted_at.getTime() <= oldest) continue;
      transaction.create(photoRef(db, photo_id).withConverter(null), broughtBack(photo));
      transaction.delete(snapshot.ref);
      groups.push(group_id);
    }
    return groups;
  });
}

/**
 * The callable `undo-deletion`: brings back the photos that were deleted together as one set, for 24 hours. A second call
 * finds nothing to bring back. Returns how many photos came back, all versions of one counted once.
 *
 * @throws AppError `signed_out` when the account was deleted
 */
export async function undoDeletion(
  { setId }: UndoDeletionRequest,
  { uid }: Caller,
  deps: UndoDeps,
): Promise<UndoDeletionResponse> {
  const back = new Set<string>();
  for (;;) {
    const groups = await bringBack(setId, uid, deps);
    if (groups.length === 0) return { photos: back.size };
    for (const group of groups) back.add(group);
  }
}

/** The callable `list-deletions`: the sets that the caller can bring back, the newest first. */
export async function listDeletions(
  _request: unknown,
  { uid }: Caller,
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
): Promise<ListDeletionsResponse> {
  const { docs } = await recoverablePhotos(db).where('user_id', '==', uid).limit(MOST_LISTED).get();
  const sets = new Map<string, { groups: Set<string>; until: number }>();
  for (const snapshot of docs) {
    const kept = readOrLog(snapshot, { log });
    if (!kept) continue;
    const { set_id, group_id, deleted_at } = kept;
    // As long as its first photo can be brought back, all of them can.
    const until = deleted_at.getTime() + UNDO_DELETION_MS;
    if (until <= now().getTime()) continue;
    const set = sets.get(set_id) ?? { groups: new Set(), until };
    sets.set(set_id, { groups: set.groups.add(group_id), until: Math.min(set.until, until) });
  }
  return {
    sets: [...sets]
      .sort(([, a], [, b]) => b.until - a.until)
      .map(([setId, { groups, until }]) => ({ setId, photos: groups.size, until: new Date(until).toISOString() })),
  };
}
