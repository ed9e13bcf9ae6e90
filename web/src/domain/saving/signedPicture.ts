import { SIGNING_WAIT_MS } from '@heirlight/contract/limits';
import type { PictureType } from '@heirlight/contract/photo';
import { loadConfig } from '../../lib/config';
import type { Photo } from '../photos/photosStore';
import { fetchPicture } from './fetchPicture';
import type { ShareDeps } from './shareLink';

/** Rejects when the answer takes too long: nobody waits for a signature for ever. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('Signing took too long')), SIGNING_WAIT_MS);
  });
  return Promise.race([answer, tooLong]).finally(() => clearTimeout(limit));
}

async function signedUrl(photoId: string, type: PictureType, { firebase, session }: ShareDeps): Promise<string | null> {
  await session.ensureAuth();
  const { call } = await firebase.functions();
  return (await call('signPhoto', { photoId, type })).url;
}

/**
 * Returns the restored picture with signed Content Credentials, as the server makes it. Null where the operator gives no
 * certificate, and when anything went wrong: the device makes the file then, without a signature. Never rejects.
 */
export async function signedPicture(
  { id }: Pick<Photo, 'id'>,
  type: PictureType,
  deps: ShareDeps,
): Promise<Blob | null> {
  try {
    const { contentCredentials } = await loadConfig();
    if (!contentCredentials) return null;
    const url = await inTime(signedUrl(id, type, deps));
    return url === null ? null : await fetchPicture(url);
  } catch (error) {
    console.error('The file is saved without a signature', error);
    return null;
  }
}
