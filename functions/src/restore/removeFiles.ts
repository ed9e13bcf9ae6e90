import { resultFiles, resultFolder } from '@heirlight/contract/paths';
import type { Deps } from '../platform/deps';
import { listAll } from '../platform/fileStore';

interface Owner {
  userId: string;
  photoId: string;
}

/** Removes every file that the server made for a photo. */
export async function removeMade(owner: Owner, { files }: Pick<Deps, 'files'>, kept: string[] = []): Promise<void> {
  const made = await listAll(files, resultFolder(owner));
  await Promise.all(made.map(({ path }) => (kept.includes(path) ? null : files.remove(path))));
}

/** Removes what was made for a photo that has ended without a result. The pictures that show its original stay. */
export function removeResults(photo: { user_id: string; id: string }, deps: Pick<Deps, 'files'>): Promise<void> {
  const owner = { userId: photo.user_id, photoId: photo.id };
  return removeMade(owner, deps, [resultFiles.originalThumbnail(owner), resultFiles.originalScreen(owner)]);
}

/** Removes an upload, and what was made of it. */
export async function removeUpload(
  { uid, photoId, path }: { uid: string; photoId: string; path: string },
  { files }: Pick<Deps, 'files'>,
): Promise<void> {
  await files.remove(path);
  await removeMade({ userId: uid, photoId }, { files });
}
