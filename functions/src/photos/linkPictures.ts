import { groupIdOf } from '@heirlight/contract/photo';
import type { PhotoFiles } from '@heirlight/contract/photoFiles';
import { makingOf, withFacts } from '@heirlight/imaging/metadata';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { downloadUrl, isMissingFile, missingFile, pathOfDownloadUrl } from '../platform/fileStore';
import type { QueryDocumentSnapshot } from '../platform/firestoreTypes';
import { inGroups } from '../platform/inGroups';
import { transact } from '../platform/transact';
import { readGroup, uploadFor } from './group';
import { type PhotoRecord, readPhoto } from './photoRecord';
import { removeShares, removeSharesOf, type Share, shareFolder, shares } from './shares';

type LinkDeps = Pick<Deps, 'db' | 'files' | 'newId'>;

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Links that are changed at once. */
const AT_ONCE = 3;

/** The pictures that fill a window. An older photo has its thumbnails only. */
const largestShown = ({ screen, thumbnail }: PhotoFiles['original']) => (screen ?? thumbnail)?.path;
const shownBefore = ({ files, original_path }: PhotoRecord) => largestShown(files.original) ?? original_path;
const shownAfter = ({ files, restored_path }: PhotoRecord) => largestShown(files.restored) ?? restored_path;

/** Copies one picture under a token of its own, and returns its URL. */
async function copySide(
  from: string,
  { folder, side, change }: { folder: string; side: 'before' | 'after'; change: (bytes: Buffer) => Buffer },
  { files, newId }: Pick<Deps, 'files' | 'newId'>,
): Promise<string> {
  const file = await files.stat(from);
  if (!file) throw missingFile(from);
  const path = `${shareFolder(folder)}${side}.${EXTENSIONS[file.contentType] ?? 'jpg'}`;
  const token = newId();
  await files.write({ path, bytes: change(await files.read(from)), contentType: file.contentType, token });
  return downloadUrl(files, path, token);
}

/**
 * Returns the path of the restored picture that a link shows.
 * @throws AppError `invalid_request` for a photo without a result
 */
export function requireResult(photo: PhotoRecord): string {
  const after = shownAfter(photo);
  if (photo.status === 'succeeded' && after !== null) return after;
  throw new AppError('invalid_request', `The photo ${photo.id} has no result to share`);
}

/** Copies what the page compares a photo with, as a link shows it. Returns the fields of the link's note. */
async function copyBefore(
  photo: PhotoRecord,
  folder: string,
  deps: LinkDeps,
): Promise<Pick<Share, 'before_url' | 'upload'>> {
  const { db } = deps;
  const isContinued = photo.source_version === 'restored';
  const group = isContinued
    ? await transact(db, (transaction) => readGroup(transaction, { db, uid: photo.user_id, groupId: groupIdOf(photo) }))
    : [];
  const upload = uploadFor(photo, group);
  const before_url = await copySide(
    shownBefore(upload ?? photo),
    { folder, side: 'before', change: (bytes) => bytes },
    deps,
  );
  return { before_url, upload: upload && { photo_id: upload.id, original_url: upload.original_url } };
}

/**
 * Copies both pictures into a folder of their own, and returns the note of the photo's own link. The restored picture
 * says how it was made, and nothing else.
 * @throws AppError `invalid_request` for a photo without a result, `photo_not_found` when its files are gone
 */
export async function copyForLink(photo: PhotoRecord, deps: LinkDeps & Pick<Deps, 'now'>): Promise<Share> {
  const after = requireResult(photo);
  const folder = deps.newId();
  const said = (bytes: Buffer) => Buffer.concat(withFacts(new Uint8Array(bytes), makingOf(photo)));
  try {
    const [before, after_url] = await Promise.all([
      copyBefore(photo, folder, deps),
      copySide(after, { folder, side: 'after', change: said }, deps),
    ]);
    const { id: photo_id, user_id } = photo;
    return { photo_id, user_id, set: null, folder, ...before, after_url, created_at: deps.now() };
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    throw new AppError('photo_not_found', `The files of ${photo.id} are gone`, { cause: error });
  }
}

/** Compares a version with what is left of its group, after its upload was deleted. Without any picture its link ends. */
async function compareAnew(snapshot: QueryDocumentSnapshot<Share>, deps: LinkDeps): Promise<void> {
  const { db, files } = deps;
  const { photo_id, folder, before_url: was } = snapshot.data();
  const photo = await readPhoto(db, photo_id);
  // Its own deletion ends the link.
  if (!photo) return;
  try {
    const before = await copyBefore(photo, folder, deps);
    await snapshot.ref.update(before);
    const path = pathOfDownloadUrl(files, was);
    if (path !== null && path !== pathOfDownloadUrl(files, before.before_url)) await files.remove(path);
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    await removeShares([snapshot], deps);
  }
}

/**
 * Takes a deleted photo out of all links: its own end, and none shows its original any more. An interrupted call is
 * finished by the next one. Returns the paths of the removed copies.
 */
export async function leaveLinks(photoId: string, deps: LinkDeps): Promise<string[]> {
  const removed = await removeSharesOf('photo_id', photoId, deps);
  const { docs } = await shares(deps.db).where('upload.photo_id', '==', photoId).get();
  await inGroups(docs, AT_ONCE, (snapshot) => compareAnew(snapshot, deps));
  return removed;
}
