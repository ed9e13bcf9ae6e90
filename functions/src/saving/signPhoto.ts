// Why: docs/decisions/2026-11-23-saved-files.md
import { createHash } from 'node:crypto';
import type { SignPhotoRequest, SignPhotoResponse } from '@heirlight/contract/callables';
import { resultFiles } from '@heirlight/contract/paths';
import type { PictureType } from '@heirlight/contract/photo';
import { factsOf, pictureType, SOURCE_TYPE_URI, withFacts } from '@heirlight/imaging/metadata';
import { type PhotoRecord, readPhoto } from '../photos/photoRecord';
import type { Caller } from '../platform/caller';
import type { Credentials } from '../platform/credentials/credentials';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { downloadUrl } from '../platform/fileStore';
import { openPicture } from '../platform/pictures';
import { countUseNow } from '../platform/rateLimit';

export type SignDeps = Pick<Deps, 'db' | 'files' | 'now' | 'newId' | 'credentials'>;

/** Custom metadata that says what a signed file was made of. */
const MADE_OF = 'made_of';
/** Above this many pixels lossless WebP takes a minute, and lossy WebP shows no difference. The page does the same. */
const LOSSLESS_WEBP_PX = 8_000_000;
const LARGE_WEBP = { quality: 98, effort: 1 } as const;

/** The same bytes, not a copy, as the writers of `contract` take them. */
const plain = ({ buffer, byteOffset, length }: Buffer) => new Uint8Array(buffer as ArrayBuffer, byteOffset, length);
const typeOf = (bytes: Buffer) => pictureType(plain(bytes));

/** Returns a stored picture as this type, at full quality. One that is of this type stays byte for byte. */
async function converted(bytes: Buffer, type: PictureType): Promise<Buffer> {
  if (typeOf(bytes) === type) return bytes;
  // Row by row: a result of 33 megapixels is never whole in memory as pixels.
  const picture = (await openPicture(bytes, { sequentialRead: true })).flatten({ background: '#ffffff' });
  if (type === 'image/png') return picture.png({ adaptiveFiltering: true }).toBuffer();
  if (type === 'image/jpeg') return picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  const { width, height } = await picture.metadata();
  return picture.webp(width * height > LOSSLESS_WEBP_PX ? LARGE_WEBP : { lossless: true }).toBuffer();
}

async function ownResult(
  photoId: string,
  uid: string,
  { db }: SignDeps,
): Promise<PhotoRecord & { restored_path: string }> {
  const photo = await readPhoto(db, photoId);
  if (photo?.user_id !== uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
  const { restored_path } = photo;
  if (photo.status !== 'succeeded' || restored_path === null) {
    throw new AppError('invalid_request', `The photo ${photoId} has no result`);
  }
  return { ...photo, restored_path };
}

async function signedFile(
  photo: PhotoRecord & { restored_path: string },
  type: PictureType,
  { files, now, credentials }: SignDeps & { credentials: Credentials },
): Promise<Buffer> {
  const facts = factsOf(photo);
  const picture = await converted(await files.read(photo.restored_path), type);
  return credentials.sign({
    type,
    bytes: Buffer.concat(withFacts(plain(picture), facts)),
    system: facts.system,
    madeAt: facts.restoredAt,
    sourceType: `${SOURCE_TYPE_URI}${facts.sourceType}`,
    origin: facts.origin,
    now: now(),
  });
}

/**
 * The callable `sign-photo`. It signs only what this server stored: the caller sends no picture and no words. The file
 * stands beside the result until the sweep removes it, and is used again while nothing about the photo has changed.
 *
 * @throws AppError `photo_not_found` when the photo is not the caller's, `invalid_request` for one without a result,
 *   `rate_limited`
 */
export async function signPhoto(
  { photoId, type }: SignPhotoRequest,
  { uid }: Caller,
  deps: SignDeps,
): Promise<SignPhotoResponse> {
  const { credentials, db, files, now, newId } = deps;
  const photo = await ownResult(photoId, uid, deps);
  if (!credentials) return { url: null };
  const path = resultFiles.signed({ userId: uid, photoId, type });
  const madeOf = createHash('sha256')
    .update(JSON.stringify([credentials.id, factsOf(photo)]))
    .digest('hex');
  const made = await files.stat(path);
  if (made?.token && made.custom[MADE_OF] === madeOf) return { url: downloadUrl(files, path, made.token) };
  await countUseNow({ db, name: 'signPerUser', key: uid, now: now() });
  const bytes = await signedFile(photo, type, { ...deps, credentials });
  const token = newId();
  await files.write({ path, bytes, contentType: type, token, custom: { [MADE_OF]: madeOf } });
  // A deletion that ran meanwhile did not find this file.
  if (!(await readPhoto(db, photoId))) {
    await files.remove(path);
    throw new AppError('photo_not_found', `${photoId} was deleted meanwhile`);
  }
  return { url: downloadUrl(files, path, token) };
}
