import { SHARED } from '@heirlight/contract/paths';
import { type InferOutput, object, string } from 'valibot';
import type { Deps } from '../platform/deps';
import { collectionOf, time } from '../platform/documents';
import { listAll, type StoredFile } from '../platform/fileStore';
import type { Firestore } from '../platform/firestoreTypes';

/** `shares/{token}`: what a link shows. Only Functions read it, so a token is known to those who were given it. */
const share = object({
  photo_id: string(),
  user_id: string(),
  /** Holds the link's copies, below SHARED. Unlike the token it appears in their URLs. */
  folder: string(),
  before_url: string(),
  after_url: string(),
  created_at: time,
});
export type Share = InferOutput<typeof share>;

export const shares = collectionOf('shares', share);

/** The links of a photo: one, or none. */
export const sharesOfPhoto = (db: Firestore, photoId: string) => shares(db).where('photo_id', '==', photoId);

export const shareFolder = (folder: string) => `${SHARED}${folder}/`;

/** Removes the copies of a link. Returns their paths. */
export async function removeCopies(folder: string, { files }: Pick<Deps, 'files'>): Promise<string[]> {
  const copies = await listAll(files, shareFolder(folder));
  const removed = await Promise.all(copies.map(async ({ path }) => ((await files.remove(path)) ? [path] : [])));
  return removed.flat();
}

/**
 * Takes back the links of a photo or a person. The copies go first: an interrupted call is finished by the next one.
 * Returns the paths of the removed copies.
 */
export async function removeSharesOf(
  field: 'photo_id' | 'user_id',
  id: string,
  { db, files }: Pick<Deps, 'db' | 'files'>,
): Promise<string[]> {
  const { docs } = await shares(db).where(field, '==', id).get();
  const removed: string[] = [];
  for (const snapshot of docs) {
    removed.push(...(await removeCopies(snapshot.data().folder, { files })));
    await snapshot.ref.delete();
  }
  return removed;
}

/** Most values that one query compares with (Firestore's limit for `in`). */
const VALUES_PER_QUERY = 30;

/** Returns the copies that belong to no link. */
export async function withoutShare(copies: StoredFile[], db: Firestore): Promise<StoredFile[]> {
  const folderOf = ({ path }: StoredFile) => path.slice(SHARED.length).split('/')[0] ?? '';
  const folders = [...new Set(copies.map(folderOf))];
  const known = new Set<string>();
  for (let from = 0; from < folders.length; from += VALUES_PER_QUERY) {
    const { docs } = await shares(db)
      .where('folder', 'in', folders.slice(from, from + VALUES_PER_QUERY))
      .get();
    for (const snapshot of docs) known.add(snapshot.data().folder);
  }
  return copies.filter((file) => !known.has(folderOf(file)));
}
