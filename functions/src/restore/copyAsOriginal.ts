import { MAX_IMAGE_PX, MAX_IMAGE_SIDE_PX, MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { parseUploadPath, uploadPath } from '@heirlight/contract/paths';
import type { SourceVersion } from '@heirlight/contract/photo';
import type { PhotoRecord } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { isMissingFile } from '../platform/fileStore';
import { openPicture } from '../platform/pictures';

/** Tried in turn, until the picture is no larger than an upload may be. The first one loses nothing that can be seen. */
const JPEG_QUALITIES = [95, 88, 80, 60];

/** Returns a restored picture as an upload would be: a JPEG within an upload's limits. */
export async function asUpload(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes);
  const { format, width, height } = await picture.metadata();
  const scale = Math.min(1, Math.sqrt(MAX_IMAGE_PX / (width * height)), MAX_IMAGE_SIDE_PX / Math.max(width, height));
  if (format === 'jpeg' && scale === 1 && bytes.length <= MAX_UPLOAD_BYTES) return bytes;
  const fitting = scale === 1 ? picture : picture.resize(Math.floor(width * scale), Math.floor(height * scale));
  for (const quality of JPEG_QUALITIES) {
    const jpeg = await fitting
      .clone()
      .flatten({ background: '#ffffff' })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer();
    if (jpeg.length <= MAX_UPLOAD_BYTES) return jpeg;
  }
  throw new AppError('image_too_large', `${width} x ${height} px`);
}

async function read(
  { id, original_path, restored_path }: PhotoRecord,
  version: SourceVersion,
  { files }: Pick<Deps, 'files'>,
): Promise<Buffer> {
  try {
    if (version === 'original') return await files.read(original_path);
    if (restored_path === null) throw new AppError('invalid_request', `The photo ${id} has no restored picture`);
    return await asUpload(await files.read(restored_path));
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    throw new AppError('photo_not_found', `The ${version} of ${id} is gone`, { cause: error });
  }
}

/** Storage path of a photo's copy that is to be the original of the photo `photoId`. */
export function copyPath({ user_id: userId, original_path }: PhotoRecord, photoId: string): string {
  const name = parseUploadPath(original_path)?.name ?? 'photo';
  // sanitizeFileName takes an extension off; `name` has lost its own already.
  return uploadPath({ userId, photoId, fileName: `${name}.jpg` });
}

/**
 * Copies a photo's picture to be another photo's original, because deleting a photo deletes its files. Of two calls with
 * one `photoId` the later one must not replace the file whose URL the earlier one has stored in the photo, so it writes
 * only if there is none. firebase-tools' emulator ignores that condition; there the URL holds because both calls use the
 * path's token.
 *
 * @param photoId the new photo
 * @param custom the copy's metadata
 * @throws AppError `photo_not_found` when the picture is gone, `invalid_request` when there never was one
 */
export async function copyAsOriginal(
  {
    source,
    version = 'original',
    photoId,
    custom,
  }: { source: PhotoRecord; version?: SourceVersion; photoId: string; custom: Record<string, string> },
  deps: Pick<Deps, 'files' | 'uploadToken'>,
): Promise<string> {
  const { files } = deps;
  const path = copyPath(source, photoId);
  if (await files.stat(path)) return path;
  const bytes = await read(source, version, deps);
  const token = deps.uploadToken(path);
  await files.write({ path, bytes, contentType: 'image/jpeg', token, custom, onlyIfAbsent: true });
  return path;
}
