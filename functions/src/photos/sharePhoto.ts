// Why: docs/decisions/2026-11-23-who-sees-a-photo.md
import { randomBytes } from 'node:crypto';
import type { SharePhotoRequest, SharePhotoResponse } from '@heirlight/contract/callables';
import type { PhotoFiles } from '@heirlight/contract/photoFiles';
import { makingOf, withFacts } from '@heirlight/imaging/metadata';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { downloadUrl, missingFile } from '../platform/fileStore';
import { countUseNow } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { type PhotoRecord, photoRef, readPhoto } from './photoRecord';
import { removeCopies, removeSharesOf, type Share, shareFolder, shares, sharesOfPhoto } from './shares';

export type ShareDeps = Pick<Deps, 'db' | 'files' | 'now' | 'newId'>;

/** 128 bits, in hexadecimal. */
const TOKEN_BYTES = 16;

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

/** The pictures that fill a window. An older photo has its thumbnails only. */
const largestShown = ({ screen, thumbnail }: PhotoFiles['original']) => (screen ?? thumbnail)?.path;
const shownBefore = ({ files, original_path }: PhotoRecord) => largestShown(files.original) ?? original_path;
const shownAfter = ({ files, restored_path }: PhotoRecord) => largestShown(files.restored) ?? restored_path;

async function ownPhoto(photoId: string, uid: string, { db }: ShareDeps): Promise<PhotoRecord> {
  const photo = await readPhoto(db, photoId);
  if (photo?.user_id !== uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
  return photo;
}

/** Copies one picture under a token of its own, and returns its URL. */
async function copySide(
  from: string,
  { folder, side, change }: { folder: string; side: 'before' | 'after'; change: (bytes: Buffer) => Buffer },
  { files, newId }: ShareDeps,
): Promise<string> {
  const file = await files.stat(from);
  if (!file) throw missingFile(from);
  const path = `${shareFolder(folder)}${side}.${EXTENSIONS[file.contentType] ?? 'jpg'}`;
  const token = newId();
  await files.write({ path, bytes: change(await files.read(from)), contentType: file.contentType, token });
  return downloadUrl(files, path, token);
}

/** Copies both pictures into a folder of their own. The restored one says how it was made, and nothing else. */
async function copyForLink(photo: PhotoRecord, deps: ShareDeps): Promise<Share> {
  const after = shownAfter(photo);
  if (photo.status !== 'succeeded' || after === null) {
    throw new AppError('invalid_request', `The photo ${photo.id} has no result to share`);
  }
  const folder = deps.newId();
  const said = (bytes: Buffer) => Buffer.concat(withFacts(new Uint8Array(bytes), makingOf(photo)));
  const [before_url, after_url] = await Promise.all([
    copySide(shownBefore(photo), { folder, side: 'before', change: (bytes) => bytes }, deps),
    copySide(after, { folder, side: 'after', change: said }, deps),
  ]);
  return { photo_id: photo.id, user_id: photo.user_id, folder, before_url, after_url, created_at: deps.now() };
}

/**
 * One transaction: notes the link and marks its photo. Returns the token of the photo's link, which another call may
 * have made, or null if the photo is gone.
 */
function commit(token: string, made: Share, { db }: ShareDeps): Promise<string | null> {
  const ref = photoRef(db, made.photo_id);
  return transact(db, async (transaction) => {
    const photo = await transaction.get(ref);
    const [other] = (await transaction.get(sharesOfPhoto(db, made.photo_id))).docs;
    if (!photo.exists) return null;
    if (other) return other.id;
    transaction.create(shares(db).doc(token), made);
    transaction.update(ref, { shared_at: made.created_at });
    return token;
  });
}

async function share(photo: PhotoRecord, deps: ShareDeps): Promise<string> {
  const { db, now } = deps;
  const [existing] = (await sharesOfPhoto(db, photo.id).get()).docs;
  if (existing) return existing.id;
  await countUseNow({ db, name: 'sharePerUser', key: photo.user_id, now: now() });
  // The copies come first: a link that anybody has shows pictures. Those of an interrupted call are swept up.
  const made = await copyForLink(photo, deps);
  const mine = randomBytes(TOKEN_BYTES).toString('hex');
  const token = await commit(mine, made, deps);
  if (token !== mine) await removeCopies(made.folder, deps);
  if (token === null) throw new AppError('photo_not_found', `${photo.id} was deleted meanwhile`);
  return token;
}

async function takeBack({ id }: PhotoRecord, deps: ShareDeps): Promise<void> {
  const { db } = deps;
  await removeSharesOf('photo_id', id, deps);
  const ref = photoRef(db, id);
  await transact(db, async (transaction) => {
    const photo = await transaction.get(ref);
    // Another call may have shared it again.
    const { empty } = await transaction.get(sharesOfPhoto(db, id));
    if (photo.exists && empty) transaction.update(ref, { shared_at: null });
  });
}

/**
 * The callable `share-photo`. Sharing a shared photo returns the same token; taking back what is not shared changes
 * nothing. After taking back, the next link has another token.
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
