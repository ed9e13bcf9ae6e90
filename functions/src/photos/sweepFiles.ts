import { ORPHAN_AFTER_MS, UNSTARTED_AFTER_MS } from '@heirlight/contract/limits';
import { parseUploadPath, RESULTS, UPLOADS } from '@heirlight/contract/paths';
import { object, optional, string } from 'valibot';
import { collectionOf, getAll, time } from '../platform/documents';
import { AppError, messageOf } from '../platform/errors';
import type { StoredFile } from '../platform/fileStore';
import { type PhotoRecord, photoRef } from '../restore/photoRecord';
import { type StartDeps, startRestore } from '../restore/startRestore';
import { removeFilesOf, tombstones } from './tombstones';

export type SweepFilesDeps = StartDeps;

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
  /** True for an upload that was never started: it is started now. Any other file is an orphan and is removed. */
  isUnstarted: boolean;
}

/** The photos the files belong to, by id; undefined where there is none. A photo that cannot be read is left out. */
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
    if (isUpload && !photo && ageMs(file) <= ORPHAN_AFTER_MS) return [{ file, isUnstarted: true }];
    // A photo has one original. Any other file under its id is a stray.
    const isOrphan = photo?.user_id !== owner.userId || (isUpload && photo.original_path !== file.path);
    return isOrphan && ageMs(file) > ORPHAN_AFTER_MS ? [{ file, isUnstarted: false }] : [];
  });
}

/** Does what callable and trigger would have done: starts the upload, or refuses and removes it. */
async function judge({ path }: StoredFile, deps: SweepFilesDeps): Promise<void> {
  const uid = parseUploadPath(path)?.userId ?? '';
  try {
    await startRestore({ uid, path }, deps);
    deps.log.info('The sweeper judged an upload nobody had started', { path });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.info('An upload started no restore', { path, code: error.code, reason: error.message });
    // startRestore keeps the file after this refusal, because the callable may still name a tool. Nobody called.
    if (error.code === 'invalid_request') await deps.files.remove(path);
  }
}

/** Deals with neglected files; starts no upload after `until`. A file that fails does not stop the others. */
async function settle(
  neglected: Neglected[],
  until: Date | undefined,
  deps: SweepFilesDeps,
): Promise<{ done: number; isCut: boolean }> {
  let done = 0;
  let isCut = false;
  for (const { file, isUnstarted } of neglected) {
    if (isUnstarted && until && deps.now() > until) {
      isCut = true;
      continue;
    }
    try {
      if (isUnstarted) await judge(file, deps);
      else await deps.files.remove(file.path);
      done++;
    } catch (error) {
      deps.log.error('A file stays for the next run', { path: file.path, reason: messageOf(error) });
    }
  }
  return { done, isCut };
}

async function sweepPrefix(prefix: string, until: Date | undefined, deps: SweepFilesDeps): Promise<number> {
  const cursor = cursors(deps.db).doc(prefix.replace('/', ''));
  const pageToken = (await cursor.get()).data()?.page_token;
  // Cleared first: a token that the bucket no longer accepts must not stop every later run.
  if (pageToken) await cursor.set({ page_token: '', updated_at: deps.now() });
  const page = await deps.files.list({ prefix, limit: FILES_PER_RUN, ...(pageToken ? { pageToken } : {}) });
  // Saved before any file is read: one that kills the process must not keep the walk at this page.
  await cursor.set({ page_token: page.next ?? '', updated_at: deps.now() });
  const { done, isCut } = await settle(await neglectedOf(page.files, deps), until, deps);
  // A page that was cut short is repeated as long as there is progress.
  if (isCut && done > 0) await cursor.set({ page_token: pageToken ?? '', updated_at: deps.now() });
  return done;
}

/**
 * Starts uploads that nobody started, and removes files that nothing refers to: those of deleted photos, and second
 * files under one id. Bounded per run; starts no upload after `until`. Returns the number of files dealt with.
 */
export async function sweepFiles(deps: SweepFilesDeps, { until }: { until?: Date } = {}): Promise<number> {
  const deleted = await tombstones(deps.db).orderBy('deleted_at').limit(TOMBSTONES_PER_RUN).get();
  let settled = 0;
  for (const snapshot of deleted.docs) {
    try {
      settled += (await removeFilesOf(snapshot.data(), deps)).length;
    } catch (error) {
      deps.log.error('A deleted photo stays for the next run', { photoId: snapshot.id, reason: messageOf(error) });
    }
  }
  for (const prefix of [UPLOADS, RESULTS]) settled += await sweepPrefix(prefix, until, deps);
  return settled;
}
