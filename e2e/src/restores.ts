import { randomUUID } from 'node:crypto';
import { SCHEDULE } from '@heirlight/contract/functionNames';
import { resultFolder, uploadPath } from '@heirlight/contract/paths';
import type { PhotoDocument } from '@heirlight/contract/photo';
import type { ToolId } from '@heirlight/contract/tools';
import { bucket, db } from './admin';
import { call, type Person } from './people';
import { suiteUrls } from './suiteUrls';
import { until } from './until';

export type Photo = PhotoDocument<FirebaseFirestore.Timestamp>;

export interface Uploaded {
  photoId: string;
  path: string;
  /** HTTP status of the upload. */
  status: number;
  /** Download URL, as the page hands it to `replicate-restore`; empty when refused. */
  url: string;
}

interface UploadOptions {
  bytes: Buffer;
  tool?: ToolId;
  photoId?: string;
  /** What the bytes claim to be packed with. */
  contentEncoding?: string;
  /** More metadata than the page sends. */
  metadata?: { contentDisposition?: string; cacheControl?: string; downloadToken?: string };
}

/**
 * Uploads with the user's token over Storage's REST API. Files that the page would refuse reach the rules and
 * the backend.
 */
export async function upload(
  person: Person,
  { bytes, tool = 'photoscaler', photoId = randomUUID(), contentEncoding, metadata: more = {} }: UploadOptions,
): Promise<Uploaded> {
  const path = uploadPath({ userId: person.uid, photoId, fileName: 'attic.jpg' });
  const boundary = randomUUID();
  const { downloadToken, ...served } = more;
  const custom = { tool, ...(downloadToken === undefined ? {} : { firebaseStorageDownloadTokens: downloadToken }) };
  const metadata = JSON.stringify({
    ...served,
    name: path,
    contentType: 'image/jpeg',
    contentEncoding,
    metadata: custom,
  });
  const part = (type: string) => `--${boundary}\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('application/json; charset=utf-8')}${metadata}\r\n${part('image/jpeg')}`),
    bytes,
    Buffer.from(`\r\n--${boundary}--`),
  ]);
  const files = `${suiteUrls.storage}/v0/b/${suiteUrls.bucket}/o`;
  const response = await fetch(`${files}?name=${encodeURIComponent(path)}`, {
    method: 'POST',
    headers: {
      authorization: `Firebase ${person.idToken}`,
      'content-type': `multipart/related; boundary=${boundary}`,
      'x-goog-upload-protocol': 'multipart',
    },
    body: new Uint8Array(body),
  });
  const { downloadTokens } = (await response.json().catch(() => ({}))) as { downloadTokens?: string };
  const url = response.ok ? `${files}/${encodeURIComponent(path)}?alt=media&token=${downloadTokens}` : '';
  return { photoId, path, status: response.status, url };
}

export const restore = (person: Person, { url }: Uploaded, tool: ToolId = 'photoscaler') =>
  call('replicate-restore', { imageUrl: url, model: 'nightmareai/real-esrgan', modelId: tool }, person.idToken);

export async function photoOf(photoId: string): Promise<Photo | undefined> {
  return (await db.doc(`photos/${photoId}`).get()).data() as Photo | undefined;
}

/** Longer than the provider's client waits for a response. */
const ENDED_LIMIT_MS = 120_000;

/** Waits until a photo is no longer processing, and returns it. */
export const ended = (photoId: string): Promise<Photo> =>
  until(
    `photo ${photoId} ends`,
    async () => {
      const photo = await photoOf(photoId);
      return photo && photo.status !== 'processing' ? photo : undefined;
    },
    ENDED_LIMIT_MS,
  );

/** Lets time pass for one photo, by making its past earlier. */
export async function passTime(photoId: string, minutes: number): Promise<void> {
  const earlier = (at: FirebaseFirestore.Timestamp) => new Date(at.toMillis() - minutes * 60_000);
  await db.runTransaction(async (transaction) => {
    const ref = db.doc(`photos/${photoId}`);
    const photo = (await transaction.get(ref)).data();
    if (!photo) return;
    transaction.update(ref, { created_at: earlier(photo.created_at) });
  });
}

/** Starts the scheduled functions now. They work on after this returns. */
export async function sweep(names: readonly string[] = Object.values(SCHEDULE)): Promise<void> {
  const { functions, projectId, region } = suiteUrls;
  for (const name of names) {
    const response = await fetch(`${functions}/functions/projects/${projectId}/triggers/${region}-${name}-0`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    if (!response.ok) throw new Error(`Starting ${name} failed: ${response.status}`);
  }
}

/** Every file of one photo. */
export async function filesOf({ uid }: Person, photoId: string): Promise<string[]> {
  const pages = await Promise.all([
    bucket.getFiles({ prefix: `images/${uid}/${photoId}` }),
    bucket.getFiles({ prefix: resultFolder({ userId: uid, photoId }) }),
  ]);
  return pages.flatMap(([files]) => files.map(({ name }) => name));
}

/** The balance, as the page asks for it. The first call creates the account with its welcome restore. */
export async function credits(person: Person): Promise<number> {
  const { result, error } = await call('fetch_credits', { user_id_in: person.uid }, person.idToken);
  if (error) throw new Error(`fetch_credits: ${error.message}`);
  return result as number;
}
