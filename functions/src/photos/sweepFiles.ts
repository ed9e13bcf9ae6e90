import { ORPHAN_AFTER_MS } from '@heirlight/contract/limits';
import { parseUploadPath, RESULTS, UPLOADS } from '@heirlight/contract/paths';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import type { StoredFile } from '../platform/fileStore';
import { type PhotoRecord, photoRef } from '../restore/photoRecord';
import { removeFilesOf, TOMBSTONES, type Tombstone } from './tombstones';

export type SweepFilesDeps = Pick<Deps, 'db' | 'files' | 'now' | 'faultPoint' | 'log'>;

const TOMBSTONES_PER_RUN = 100;
const FILES_PER_RUN = 500;
/** Where the walk through the bucket stands: each run takes up where the last one stopped. */
const CURSORS = 'sweeper';

/** Whose file this is, by its path; null for paths this product does not write. */
function ownerOf(path: string): { userId: string; photoId: string } | null {
  const upload = parseUploadPath(path);
  if (upload) return upload;
  const [root, userId, photoId, file] = path.split('/');
  return `${root}/` === RESULTS && userId && photoId && file ? { userId, photoId } : null;
}

async function orphansOf(files: StoredFile[], { db, now }: SweepFilesDeps): Promise<StoredFile[]> {
  const oldest = now().getTime() - ORPHAN_AFTER_MS;
  const candidates = files.filter((file) => file.createdAt.getTime() < oldest && ownerOf(file.path) !== null);
  if (candidates.length === 0) return [];
  const ids = [...new Set(candidates.map((file) => ownerOf(file.path)?.photoId ?? ''))];
  const snapshots = await db.getAll(...ids.map((id) => photoRef(db, id)));
  const photos = new Map(snapshots.map((entry) => [entry.id, entry.data() as PhotoRecord | undefined]));
  return candidates.filter(({ path }) => {
    const owner = ownerOf(path);
    const photo = owner ? photos.get(owner.photoId) : undefined;
    const isOriginal = parseUploadPath(path) !== null;
    // A photo has one original; another file under its id came in beside it.
    return owner !== null && (photo?.user_id !== owner.userId || (isOriginal && photo.original_path !== path));
  });
}

async function sweepPrefix(prefix: string, deps: SweepFilesDeps): Promise<number> {
  const cursor = deps.db.collection(CURSORS).doc(prefix.replace('/', ''));
  const pageToken = (await cursor.get()).get('page_token') as string | undefined;
  // Emptied first: a token the bucket no longer accepts must not stop every later run too.
  if (pageToken) await cursor.set({ page_token: '', updated_at: deps.now() });
  const page = await deps.files.list({ prefix, limit: FILES_PER_RUN, ...(pageToken ? { pageToken } : {}) });
  const orphans = await orphansOf(page.files, deps);
  for (const file of orphans) await deps.files.remove(file.path);
  await cursor.set({ page_token: page.next ?? '', updated_at: deps.now() });
  return orphans.length;
}

/** Removes files nothing points to: of deleted photos, of uploads that never became a photo. Bounded per run. */
export async function sweepFiles(deps: SweepFilesDeps): Promise<number> {
  const tombstones = await deps.db.collection(TOMBSTONES).orderBy('deleted_at').limit(TOMBSTONES_PER_RUN).get();
  let removed = 0;
  for (const snapshot of tombstones.docs) {
    try {
      removed += (await removeFilesOf(snapshot.data() as Tombstone<unknown>, deps)).length;
    } catch (error) {
      deps.log.error('A deleted photo stays for the next run', { photoId: snapshot.id, reason: messageOf(error) });
    }
  }
  for (const prefix of [UPLOADS, RESULTS]) removed += await sweepPrefix(prefix, deps);
  return removed;
}
