// Why: docs/decisions/2026-11-23-who-sees-a-photo.md
import type { ShareSetRequest, ShareSetResponse } from '@heirlight/contract/callables';
import type { Caller } from '../platform/caller';
import { getAll, readOrLog } from '../platform/documents';
import { AppError } from '../platform/errors';
import type { QuerySnapshot } from '../platform/firestoreTypes';
import { inGroups } from '../platform/inGroups';
import { countUseNow } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { copyForLink, requireResult } from './linkPictures';
import { type PhotoRecord, photoRef } from './photoRecord';
import type { ShareDeps } from './sharePhoto';
import { newToken, removeShares, removeUnlinked, type Share, shares } from './shares';

/** Photos that are copied at once: an older one has no small pictures, and its files take up to 50 MB. */
const AT_ONCE = 3;

type SharedSet = ShareSetResponse['sets'][number];

const sharesOfUser = (uid: string, { db }: ShareDeps) => shares(db).where('user_id', '==', uid);

/** The sets among somebody's shares, newest first. The photos of each are in their order, as the shares' ids are. */
function setsIn({ docs }: QuerySnapshot<Share>, deps: ShareDeps): SharedSet[] {
  const sets = new Map<string, SharedSet>();
  for (const snapshot of docs) {
    const share = readOrLog(snapshot, deps);
    if (!share || share.set === null) continue;
    const { set, photo_id, created_at } = share;
    const known = sets.get(set);
    if (known) known.photoIds.push(photo_id);
    else sets.set(set, { token: set, photoIds: [photo_id], sharedAt: created_at.toISOString() });
  }
  return [...sets.values()].sort((a, b) => (a.sharedAt < b.sharedAt ? 1 : -1));
}

/** The token of the set that has these photos and no others, in any order. */
function tokenOf(photoIds: readonly string[], sets: readonly SharedSet[]): string | null {
  const isSame = (set: SharedSet) =>
    set.photoIds.length === photoIds.length && photoIds.every((id) => set.photoIds.includes(id));
  return sets.find(isSame)?.token ?? null;
}

/** Returns the photos in the order of `photoIds`. */
async function ownPhotos(photoIds: readonly string[], uid: string, { db }: ShareDeps): Promise<PhotoRecord[]> {
  const snapshots = await getAll(db, ...photoIds.map((id) => photoRef(db, id)));
  return snapshots.map((snapshot) => {
    const photo = snapshot.data();
    if (photo?.user_id !== uid) throw new AppError('photo_not_found', `${snapshot.id} is no photo of the caller`);
    requireResult(photo);
    return photo;
  });
}

/** One transaction: notes the set. Returns its token, which another call may have made, or null if a photo is gone. */
function commit(token: string, made: readonly Share[], uid: string, deps: ShareDeps): Promise<string | null> {
  const { db } = deps;
  const photoIds = made.map(({ photo_id }) => photo_id);
  return transact(db, async (transaction) => {
    const shown = made.flatMap(({ photo_id, upload }) => (upload ? [photo_id, upload.photo_id] : [photo_id]));
    const photos = await getAll(transaction, ...shown.map((id) => photoRef(db, id)));
    const existing = tokenOf(photoIds, setsIn(await transaction.get(sharesOfUser(uid, deps)), deps));
    if (photos.some(({ exists }) => !exists)) return null;
    if (existing) return existing;
    for (const [index, share] of made.entries()) {
      transaction.create(shares(db).doc(`${token}-${String(index).padStart(2, '0')}`), { ...share, set: token });
    }
    return token;
  });
}

async function share(photoIds: readonly string[], uid: string, deps: ShareDeps): Promise<string> {
  const photos = await ownPhotos(photoIds, uid, deps);
  const existing = tokenOf(photoIds, setsIn(await sharesOfUser(uid, deps).get(), deps));
  if (existing) return existing;
  await countUseNow({ db: deps.db, name: 'sharePerUser', key: uid, now: deps.now(), uses: photos.length });
  // The copies come first: a link that anybody has shows pictures. Those of an interrupted call are swept up.
  const made = await inGroups(photos, AT_ONCE, (photo) => copyForLink(photo, deps));
  const mine = newToken();
  const token = await commit(mine, made, uid, deps);
  if (token !== mine) await inGroups(made, AT_ONCE, ({ folder }) => removeUnlinked(folder, deps));
  if (token === null) throw new AppError('photo_not_found', 'A photo of the set was deleted meanwhile');
  return token;
}

async function takeBack(token: string, uid: string, deps: ShareDeps): Promise<void> {
  const { docs } = await sharesOfUser(uid, deps).where('set', '==', token).get();
  await removeShares(docs, deps);
}

/**
 * The callable `share-set`. The same photos get the same link, in whatever order they come, for as long as it is there.
 * Each link has copies of its own, so taking one back changes no other link of its photos. Taking back what is not there,
 * or somebody else's, changes nothing.
 *
 * @throws AppError `photo_not_found` when a photo is not the caller's, `invalid_request` for one without a result,
 *   `rate_limited`
 */
export async function shareSet(
  { photoIds, takeBack: taken }: ShareSetRequest,
  { uid }: Caller,
  deps: ShareDeps,
): Promise<ShareSetResponse> {
  if (taken !== undefined) await takeBack(taken, uid, deps);
  const token = photoIds ? await share(photoIds, uid, deps) : null;
  return { token, sets: setsIn(await sharesOfUser(uid, deps).get(), deps) };
}
