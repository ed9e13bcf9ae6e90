// Why: docs/decisions/2026-11-23-who-sees-a-photo.md
import type { SharePhotoRequest, SharePhotoResponse } from '@heirlight/contract/callables';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { countUseNow } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { copyForLink } from './linkPictures';
import { type PhotoRecord, photoRef, readPhoto } from './photoRecord';
import { newToken, ownLinks, removeShares, removeUnlinked, type Share, shares, sharesOfPhoto } from './shares';

export type ShareDeps = Pick<Deps, 'db' | 'files' | 'now' | 'newId' | 'log'>;

async function ownPhoto(photoId: string, uid: string, { db }: ShareDeps): Promise<PhotoRecord> {
  const photo = await readPhoto(db, photoId);
  if (photo?.user_id !== uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
  return photo;
}

/**
 * One transaction: notes the link and marks its photo. Returns the token of the photo's link, which another call may
 * have made, or null if the photo is gone.
 */
function commit(token: string, made: Share, { db }: ShareDeps): Promise<string | null> {
  const ref = photoRef(db, made.photo_id);
  return transact(db, async (transaction) => {
    const photo = await transaction.get(ref);
    const [other] = ownLinks(await transaction.get(sharesOfPhoto(db, made.photo_id)));
    const upload = made.upload && (await transaction.get(photoRef(db, made.upload.photo_id)));
    if (!photo.exists || upload?.exists === false) return null;
    if (other) return other.id;
    transaction.create(shares(db).doc(token), made);
    transaction.update(ref, { shared_at: made.created_at });
    return token;
  });
}

async function share(photo: PhotoRecord, deps: ShareDeps): Promise<string> {
  const { db, now } = deps;
  const [existing] = ownLinks(await sharesOfPhoto(db, photo.id).get());
  if (existing) return existing.id;
  await countUseNow({ db, name: 'sharePerUser', key: photo.user_id, now: now() });
  // The copies come first: a link that anybody has shows pictures. Those of an interrupted call are swept up.
  const made = await copyForLink(photo, deps);
  const mine = newToken();
  const token = await commit(mine, made, deps);
  if (token !== mine) await removeUnlinked(made.folder, deps);
  if (token === null) throw new AppError('photo_not_found', `${photo.id} was deleted meanwhile`);
  return token;
}

async function takeBack({ id }: PhotoRecord, deps: ShareDeps): Promise<void> {
  const { db } = deps;
  await removeShares(ownLinks(await sharesOfPhoto(db, id).get()), deps);
  const ref = photoRef(db, id);
  await transact(db, async (transaction) => {
    const photo = await transaction.get(ref);
    // Another call may have shared it again.
    const [link] = ownLinks(await transaction.get(sharesOfPhoto(db, id)));
    if (photo.exists && !link) transaction.update(ref, { shared_at: null });
  });
}

/**
 * The callable `share-photo`. Sharing a shared photo returns the same token; taking back what is not shared changes
 * nothing, nor does it change the sets that show the photo. After taking back, the next link has another token.
 *
 * @throws AppError `photo_not_found` when the photo is not the caller's, `invalid_request` for one without a result,
 *   `rate_limited`
 */
export async function sharePhoto(
  { photoId, shared }: SharePhotoRequest,
  { uid }: Caller,
  deps: ShareDeps,
): Promise<SharePhotoResponse> {
  const photo = await ownPhoto(photoId, uid, deps);
  if (shared) return { token: await share(photo, deps) };
  await takeBack(photo, deps);
  return { token: null };
}
