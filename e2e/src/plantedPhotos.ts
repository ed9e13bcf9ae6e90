import { randomUUID } from 'node:crypto';
import { STUCK_AFTER_MS } from '@heirlight/contract/limits';
import { resultFiles, uploadPath } from '@heirlight/contract/paths';
import type { PhotoDocument } from '@heirlight/contract/photo';
import { NO_FILES, type PhotoFiles } from '@heirlight/contract/photoFiles';
import type { ToolId } from '@heirlight/contract/tools';
import { takenOn } from '@heirlight/imaging/metadata';
import sharp from 'sharp';
import { bucket, db } from './admin';
import { photoFile } from './pictures';
import { suiteUrls } from './suiteUrls';

export interface PlantedPhoto {
  uid: string;
  status?: PhotoDocument<Date>['status'];
  tool?: ToolId;
  createdAt?: Date;
  error?: PhotoDocument<Date>['error'];
  progressPercent?: number;
  /** With the smaller pictures in which it is shown; without them as a photo from before there were any. */
  shown?: boolean;
  /** Its name, its group, and whatever else is in its document. */
  fields?: Partial<PhotoDocument<Date>>;
  /** Path of a picture; the smallest scan by default. */
  file?: string;
  /** Path of what was made of it; by default the same picture, a little brighter. */
  restoredFile?: string;
}

/** Stores a file as the functions do. Returns its download URL. */
export async function store(path: string, bytes: Buffer, contentType: string): Promise<string> {
  const token = randomUUID();
  await bucket.file(path).save(bytes, {
    resumable: false,
    metadata: {
      ...{ contentType, contentDisposition: 'inline', cacheControl: 'private, max-age=31536000, immutable' },
      metadata: { firebaseStorageDownloadTokens: token },
    },
  });
  return `${suiteUrls.storage}/v0/b/${suiteUrls.bucket}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;
}

interface Pictures {
  width: number;
  height: number;
  original: Buffer;
  restored: Buffer;
  /** Both as WebP, for where they are shown. */
  shownOriginal: Buffer;
  shownRestored: Buffer;
}

/** What becomes of two files, encoded once in a process. */
const encoded = new Map<string, Promise<Pictures>>();

async function encode(file: string, restoredFile?: string): Promise<Pictures> {
  const { width, height } = await sharp(file).metadata();
  const original = await sharp(file).jpeg().toBuffer();
  const result = restoredFile ? sharp(restoredFile) : sharp(original).modulate({ brightness: 1.15, saturation: 1.2 });
  const restored = await result.png().toBuffer();
  const [shownOriginal, shownRestored] = [
    await sharp(original).webp().toBuffer(),
    await sharp(restored).webp().toBuffer(),
  ];
  return { width, height, original, restored, shownOriginal, shownRestored };
}

function picturesOf(file: string, restoredFile?: string): Promise<Pictures> {
  const key = `${file} ${restoredFile}`;
  const known = encoded.get(key) ?? encode(file, restoredFile);
  encoded.set(key, known);
  return known;
}

async function storeShown(
  photo: { userId: string; photoId: string },
  { shownOriginal, shownRestored }: Pictures,
): Promise<PhotoFiles> {
  const webp = async (path: string, bytes: Buffer) => ({ path, url: await store(path, bytes, 'image/webp') });
  return {
    original: {
      thumbnail: await webp(resultFiles.originalThumbnail(photo), shownOriginal),
      screen: await webp(resultFiles.originalScreen(photo), shownOriginal),
      tiles: null,
    },
    restored: {
      thumbnail: await webp(resultFiles.restoredThumbnail(photo), shownRestored),
      screen: await webp(resultFiles.restoredScreen(photo), shownRestored),
      tiles: null,
    },
  };
}

/**
 * Writes a photo with its real files into an account, as a finished restore leaves it. A test of what can be done with
 * a photo need not wait for the engine. The document comes first: the Storage trigger then finds its work done.
 * Returns the photo's id. Throws where the schedule would end the photo during a test: no provider knows its job.
 */
export async function plantPhoto({ uid, status = 'succeeded', ...wanted }: PlantedPhoto): Promise<string> {
  const photoId = randomUUID();
  const photo = { userId: uid, photoId };
  const pictures = await picturesOf(wanted.file ?? photoFile('mary_mackillop_c1890.jpg'), wanted.restoredFile);
  const { width, height, original, restored } = pictures;
  const originalPath = uploadPath({ ...photo, fileName: 'mary.jpg' });
  const restoredPath = status === 'succeeded' ? resultFiles.restored({ ...photo, extension: 'png' }) : null;
  const now = new Date();
  const createdAt = wanted.createdAt ?? now;
  if (status === 'processing' && now.getTime() - createdAt.getTime() > STUCK_AFTER_MS / 2)
    throw new Error('A photo that has been processing for so long is looked after by the schedule, and fails.');
  const document: PhotoDocument<Date> & Record<string, unknown> = {
    id: photoId,
    user_id: uid,
    original_url: '',
    restored_url: null,
    status: 'processing',
    created_at: createdAt,
    tool: wanted.tool ?? 'deeprestore',
    original_path: originalPath,
    restored_path: restoredPath,
    files: { original: NO_FILES, restored: NO_FILES },
    prediction_id: `planted-${photoId}`,
    error: null,
    completed_at: null,
    original_size: { width, height, bytes: original.length },
    restored_size: null,
    progress_percent: wanted.progressPercent ?? null,
    embedded: null,
    shared_at: null,
    source_photo_id: null,
    faces: null,
    source_version: null,
    group_id: null,
    is_favourite: false,
    is_refunded: false,
    name: null,
    date_text: null,
    caption: null,
    adjustment: null,
    result_token: null,
  };
  await db.doc(`photos/${photoId}`).create({ ...document, user_id: `not-yet-${uid}` });
  document.original_url = await store(originalPath, original, 'image/jpeg');
  if (restoredPath) {
    document.restored_url = await store(restoredPath, restored, 'image/png');
    document.restored_size = { width, height, bytes: restored.length };
    if (wanted.shown) document.files = await storeShown(photo, pictures);
  }
  Object.assign(document, wanted.fields);
  await db.doc(`photos/${photoId}`).set({
    ...document,
    taken_on: takenOn(document),
    status,
    error: status === 'failed' ? (wanted.error ?? { code: 'provider_failed', detail: 'planted' }) : null,
    completed_at: status === 'processing' ? null : now,
  });
  return photoId;
}

/** Ends a planted photo in processing, as the webhook would. */
export async function endPhoto(photoId: string, status: 'succeeded' | 'failed'): Promise<void> {
  const reference = db.doc(`photos/${photoId}`);
  const { original_url } = (await reference.get()).data() as PhotoDocument<Date>;
  await reference.update(
    status === 'succeeded'
      ? { status, restored_url: original_url, completed_at: new Date() }
      : { status, error: { code: 'provider_failed', detail: 'planted' }, completed_at: new Date() },
  );
}
