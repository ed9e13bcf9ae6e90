import { randomBytes } from 'node:crypto';
import { SHARED } from '@heirlight/contract/paths';
import { type InferOutput, nullish, object, string } from 'valibot';
import type { Deps } from '../platform/deps';
import { collectionOf, time } from '../platform/documents';
import { messageOf } from '../platform/errors';
import { listAll, type StoredFile } from '../platform/fileStore';
import type { Firestore, QueryDocumentSnapshot, QuerySnapshot } from '../platform/firestoreTypes';
import { inGroups } from '../platform/inGroups';

/**
 * What a link shows of one photo. `shares/{token}` for the photo's own link; a set has `shares/{token}-{place}` for each
 * of its photos, so it ends with the last of them. Only Functions read it, so a token is known to those who were given it.
 */
const share = object({
  photo_id: string(),
  user_id: string(),
  /** The token of the set's link; null for the photo's own. */
  set: nullish(string(), null),
  /** Holds the copies, below SHARED; no other link has the same ones. Unlike the token it appears in their URLs. */
  folder: string(),
  before_url: string(),
  after_url: string(),
  /**
   * The photo whose original the link shows before the result, where that is not the photo's own: the upload of a version
   * that was made from a restored picture. Its URL is private.
   */
  upload: nullish(object({ photo_id: string(), original_url: string() }), null),
  created_at: time,
});
export type Share = InferOutput<typeof share>;

export const shares = collectionOf('shares', share);

/** A new link's token: 128 bits, in hexadecimal. */
export const newToken = () => randomBytes(16).toString('hex');
const TOKEN = /^[0-9a-f]{32}$/;

/** The places of a photo in all links: its own, and sets. */
export const sharesOfPhoto = (db: Firestore, photoId: string) => shares(db).where('photo_id', '==', photoId);

/** Of these, a photo's own link: one, or none. */
export const ownLinks = ({ docs }: QuerySnapshot<Share>) => docs.filter((snapshot) => snapshot.data().set === null);

/** Returns what a link shows, in its order; nothing for what is no token. */
export async function sharesOfLink(db: Firestore, token: string): Promise<Share[]> {
  // Anything else may be no document's id either.
  if (!TOKEN.test(token)) return [];
  const own = (await shares(db).doc(token).get()).data();
  if (own) return [own];
  const { docs } = await shares(db).where('set', '==', token).get();
  return docs.map((snapshot) => snapshot.data());
}

export const shareFolder = (folder: string) => `${SHARED}${folder}/`;

/** Removes the copies of a link. Returns their paths. */
async function removeCopies(folder: string, { files }: Pick<Deps, 'files'>): Promise<string[]> {
  const copies = await listAll(files, shareFolder(folder));
  const removed = await Promise.all(copies.map(async ({ path }) => ((await files.remove(path)) ? [path] : [])));
  return removed.flat();
}

/** Removes the copies for a link that was not made. The sweep removes what cannot be removed now. */
export async function removeUnlinked(folder: string, { files, log }: Pick<Deps, 'files' | 'log'>): Promise<void> {
  try {
    await removeCopies(folder, { files });
  } catch (error) {
    log.error('Copies for a link that was not made remain for the sweeper', { folder, reason: messageOf(error) });
  }
}

/** Shares that are removed at once. */
const AT_ONCE = 5;

/**
 * Takes these shares back. The copies go first: an interrupted call is finished by the next one. Returns the paths of
 * the removed copies.
 */
export async function removeShares(
  docs: readonly QueryDocumentSnapshot<Share>[],
  { files }: Pick<Deps, 'files'>,
): Promise<string[]> {
  const removed = await inGroups(docs, AT_ONCE, async (snapshot) => {
    const copies = await removeCopies(snapshot.data().folder, { files });
    await snapshot.ref.delete();
    return copies;
  });
  return removed.flat();
}

/** Takes a photo out of all links, or ends all links of a person. Returns the paths of the removed copies. */
export async function removeSharesOf(
  field: 'photo_id' | 'user_id',
  id: string,
  { db, files }: Pick<Deps, 'db' | 'files'>,
): Promise<string[]> {
  const { docs } = await shares(db).where(field, '==', id).get();
  return removeShares(docs, { files });
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
