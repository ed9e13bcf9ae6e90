import type { PhotoFiles } from '@heirlight/contract/photoFiles';
import { makingOf, withFacts } from '@heirlight/imaging/metadata';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { downloadUrl, missingFile } from '../platform/fileStore';
import type { PhotoRecord } from './photoRecord';
import { type Share, shareFolder } from './shares';

export type CopyDeps = Pick<Deps, 'files' | 'now' | 'newId'>;

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

/** The pictures that fill a window. An older photo has its thumbnails only. */
const largestShown = ({ screen, thumbnail }: PhotoFiles['original']) => (screen ?? thumbnail)?.path;
const shownBefore = ({ files, original_path }: PhotoRecord) => largestShown(files.original) ?? original_path;
const shownAfter = ({ files, restored_path }: PhotoRecord) => largestShown(files.restored) ?? restored_path;

/** Copies one picture under a token of its own, and returns its URL. */
async function copySide(
  from: string,
  { folder, side, change }: { folder: string; side: 'before' | 'after'; change: (bytes: Buffer) => Buffer },
  { files, newId }: CopyDeps,
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

/**
 * Copies both pictures into a folder of their own, and returns the note of the photo's own link. The restored picture
 * says how it was made, and nothing else.
 * @throws AppError `invalid_request` for a photo without a result
 */
export async function copyForLink(photo: PhotoRecord, deps: CopyDeps): Promise<Share> {
  const after = requireResult(photo);
  const folder = deps.newId();
  const said = (bytes: Buffer) => Buffer.concat(withFacts(new Uint8Array(bytes), makingOf(photo)));
  const [before_url, after_url] = await Promise.all([
    copySide(shownBefore(photo), { folder, side: 'before', change: (bytes) => bytes }, deps),
    copySide(after, { folder, side: 'after', change: said }, deps),
  ]);
  const { id: photo_id, user_id } = photo;
  return { photo_id, user_id, set: null, folder, before_url, after_url, created_at: deps.now() };
}
