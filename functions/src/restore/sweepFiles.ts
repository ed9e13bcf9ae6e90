import { ORPHAN_AFTER_MS, UNSTARTED_AFTER_MS } from '@heirlight/contract/limits';
import { isSigned, parseUploadPath, RESULTS, SHARED, UPLOADS } from '@heirlight/contract/paths';
import { object, optional, string } from 'valibot';
import { type PhotoRecord, photoRef } from '../photos/photoRecord';
import { expireRecoverable, recoverableRef } from '../photos/recoverable';
import { withoutShare } from '../photos/shares';
import { removeFilesOf, tombstones } from '../photos/tombstones';
import type { Deps } from '../platform/deps';
import { collectionOf, getAll, time } from '../platform/documents';
import { messageOf } from '../platform/errors';
import type { StoredFile } from '../platform/fileStore';
import { sweepTaskId } from '../platform/taskQueue';
import { START_RESTORE } from './queues';

export type SweepFilesDeps = Pick<Deps, 'db' | 'files' | 'tasks' | 'now' | 'newId' | 'faultPoint' | 'log'>;

const TOMBSTONES_PER_RUN = 100;
const FILES_PER_RUN = 500;
/** Where the walk through the bucket stands: each run continues where the last one stopped. */
const cursors = collectionOf('sweeper', object({ page_token: optional(string(), ''), updated_at: optional(time) }));

/** Whose file this is, by its path; null for paths this product does not write. */
function ownerOf(path: string): { userId: string; photoId: string } | null {
  const upload = parseUploadPath(path);
  if (upload) return upload;
  const [root, userId, photoId, file] = path.split('/');
  return `${root}/` === RESULTS && userId && photoId && file ? { userId, photoId } : null;
}

interface Neglected {
  file: StoredFile;
  /** The photo's id, for an upload that was never started. Any other file is an orphan and is removed. */
  unstarted: string | null;
}

/**
 * The photos the files belong to, by id; undefined where there is none. A photo that cannot be read is left out, and so
 * is a deleted one that can be brought back.
 */
async function photosOf(
  files: StoredFile[],
  { db, log }: SweepFilesDeps,
): Promise<Map<string, PhotoRecord | undefined>> {
  const ids = [...new Set(files.flatMap(({ path }) => ownerOf(path)?.photoId ?? []))];
  const photos = new Map<string, PhotoRecord | undefined>();
  if (ids.length === 0) return photos;
  for (const snapshot of await getAll(db, ...ids.map((id) => photoRef(db, id)))) {
    try {
      photos.set(snapshot.id, snapshot.data());
    } catch (error) {
      log.error('Files of a photo that cannot be read stay', { photoId: snapshot.id, reason: messageOf(error) });
    }
  }
  const missing = ids.filter((id) => photos.has(id) && !photos.get(id));
  if (missing.length === 0) return photos;
  // The files of a photo that can be brought back stay.
  for (const { id, exists } of await getAll(db, ...missing.map((id) => recoverableRef(db, id)))) {
    if (exists) photos.delete(id);
  }
  return photos;
}

async function neglectedOf(files: StoredFile[], deps: SweepFilesDeps): Promise<Neglected[]> {
  const ageMs = ({ createdAt }: StoredFile) => deps.now().getTime() - createdAt.getTime();
  const candidates = files.filter((file) => ageMs(file) > UNSTARTED_AFTER_MS);
  const photos = await photosOf(candidates, deps);
  return candidates.flatMap((file): Neglected[] => {
    const owner = ownerOf(file.path);
    if (!owner || !photos.has(owner.photoId)) return [];
    const photo = photos.get(owner.photoId);
    const isUpload = parseUploadPath(file.path) !== null;
    // After a day its owner has probably sent it again and would pay twice, so it is only removed.
    if (isUpload && !photo && ageMs(file) <= ORPHAN_AFTER_MS) return [{ file, unstarted: owner.photoId }];
    // A photo has one original. Any other file under its id is a stray. A signed file was for one download.
    const isStray = isUpload && photo?.original_path !== file.path;
    const isOrphan = photo?.user_id !== owner.userId || isStray || isSigned(file.path);
    return isOrphan && ageMs(file) > ORPHAN_AFTER_MS ? [{ file, unstarted: null }] : [];
  });
}

/** Enqueues or removes neglected files. One that fails does not stop the others. Returns how many it dealt with. */
async function startOrRemove(neglected: Neglected[], { files, tasks, now, log }: SweepFilesDeps): Promise<number> {
  let done = 0;
  for (const { file, unstarted } of neglected) {
    const { path, createdAt } = file;
    try {
      if (unstarted === null) await files.remove(path);
      else {
        const id = sweepTaskId(unstarted, now().getTime() - createdAt.getTime());
        await tasks.enqueue(START_RESTORE, { path, isNeglected: true }, { id });
      }
      done++;
    } catch (error) {
      log.error('A file stays for the next run', { path, reason: messageOf(error) });
    }
  }
  return done;
}

/** Copies for a link that was never finished, or taken back. One that is being made is younger. */
async function strayCopies(files: StoredFile[], { db, now }: SweepFilesDeps): Promise<Neglected[]> {
  const isOld = ({ createdAt }: StoredFile) => now().getTime() - createdAt.getTime() > ORPHAN_AFTER_MS;
  return (await withoutShare(files.filter(isOld), db)).map((file) => ({ file, unstarted: null }));
}

const FOLDERS = [
  { prefix: UPLOADS, find: neglectedOf },
  { prefix: RESULTS, find: neglectedOf },
  { prefix: SHARED, find: strayCopies },
] as const;

async function sweepFolder({ prefix, find }: (typeof FOLDERS)[number], deps: SweepFilesDeps): Promise<number> {
  const cursor = cursors(deps.db).doc(prefix.replace('/', ''));
  const pageToken = (await cursor.get()).data()?.page_token;
  // Cleared first: a token that the bucket no longer accepts must not stop every later run.
  if (pageToken) await cursor.set({ page_token: '', updated_at: deps.now() });
  const page = await deps.files.list({ prefix, limit: FILES_PER_RUN, ...(pageToken ? { pageToken } : {}) });
  await cursor.set({ page_token: page.next ?? '', updated_at: deps.now() });
  return startOrRemove(await find(page.files, deps), deps);
}

/**
 * Enqueues uploads that nobody started, and removes files that nothing refers to: those of deleted photos, and second
 * files under one id. Bounded per run. Returns the number of files dealt with.
 */
export async function sweepFiles(deps: SweepFilesDeps): Promise<number> {
  await expireRecoverable(deps);
  const deleted = await tombstones(deps.db).orderBy('deleted_at').limit(TOMBSTONES_PER_RUN).get();
  let settled = 0;
  for (const snapshot of deleted.docs) {
    try {
      settled += (await removeFilesOf(snapshot.data(), deps)).length;
    } catch (error) {
      deps.log.error('A deleted photo stays for the next run', { photoId: snapshot.id, reason: messageOf(error) });
    }
  }
  for (const folder of FOLDERS) settled += await sweepFolder(folder, deps);
  return settled;
}
