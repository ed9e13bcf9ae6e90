import { uploadPath } from '@heirlight/contract/paths';
import type { Embedded } from '@heirlight/contract/photo';
import { nameOfFile } from '@heirlight/contract/photoText';
import type { ToolId } from '@heirlight/contract/tools';
import {
  connectStorageEmulator,
  getDownloadURL,
  getStorage,
  ref,
  type StorageReference,
  type UploadTask,
  uploadBytesResumable,
} from 'firebase/storage';
import { loadConfig } from '../../lib/config';
import { sdkCode } from '../../lib/errorText';
import type { Store } from '../../lib/store';
import { hostAndPort, product } from './app';
import { recheckUser } from './auth';

const PRODUCTION = 'https://firebasestorage.googleapis.com';

/** How long the SDK keeps trying through a lost connection: to send the file, and to ask for its URL. */
const UPLOAD_RETRY_MS = 120_000;
const QUESTION_RETRY_MS = 10_000;
/** Up to this size the SDK sends a file in one request and reports no progress. */
const ONE_REQUEST_BYTES = 256 * 1024;

const firebaseStorage = product((app, { storage: endpoint }) => {
  const storage = getStorage(app);
  if (endpoint) connectStorageEmulator(storage, ...hostAndPort(endpoint));
  storage.maxUploadRetryTime = UPLOAD_RETRY_MS;
  storage.maxOperationRetryTime = QUESTION_RETRY_MS;
  return storage;
});

export interface UploadRequest {
  userId: string;
  /** A fresh UUID. */
  photoId: string;
  fileName: string;
  jpeg: Blob;
  /** What the chosen file said about itself. */
  embedded: Embedded | null;
  toolId: ToolId;
  /** Called with 0..100. At 100 every byte is sent, and the picture may be stored already. */
  onProgress: (percent: number) => void;
  /** Aborting it cancels the upload. */
  signal: AbortSignal;
  /** While it holds, nothing is sent; then the upload goes on where it was. */
  paused?: Pick<Store<boolean>, 'get' | 'subscribe'> | undefined;
}

/**
 * Pauses an upload whenever that is wanted, until the returned function is called: not once all of it is on its way, when
 * pausing would only drop the answer.
 */
function followPause(task: UploadTask, paused: UploadRequest['paused'], isAllSent: () => boolean): () => void {
  const follow = () => {
    if (!paused?.get()) task.resume();
    else if (!isAllSent()) task.pause();
  };
  follow();
  return paused?.subscribe(follow) ?? (() => {});
}

/**
 * Uploads the picture as the original of a new photo, resumably; its metadata carry the chosen tool and the photo's
 * name. Returns its download URL. If that could not be had, it is without the token: enough to ask for the restore of
 * what is stored.
 * @throws StorageError `storage/…`; `storage/canceled` after an abort.
 */
export async function uploadPhoto(request: UploadRequest): Promise<string> {
  const { userId, photoId, fileName, jpeg, embedded, toolId, onProgress, signal, paused } = request;
  const storage = await firebaseStorage();
  signal.throwIfAborted();
  const file = ref(storage, uploadPath({ userId, photoId, fileName }));
  const name = nameOfFile(fileName);
  const customMetadata = {
    tool: toolId,
    ...(name && { name }),
    ...(embedded && { embedded: JSON.stringify(embedded) }),
  };
  const task = uploadBytesResumable(file, jpeg, { contentType: 'image/jpeg', customMetadata });
  signal.addEventListener('abort', () => task.cancel());
  // One request is sent as a whole; nobody knows whether it has arrived.
  const inOne = jpeg.size <= ONE_REQUEST_BYTES;
  let percent = 0;
  task.on('state_changed', ({ state, bytesTransferred, totalBytes }) => {
    percent = inOne && state === 'running' ? 100 : Math.round((bytesTransferred / totalBytes) * 100);
    onProgress(percent);
  });
  const stopFollowing = followPause(task, paused, () => percent === 100);
  try {
    await task;
  } catch (error) {
    // If only the response was lost, the SDK sends the picture again, and the rules refuse to overwrite what is stored.
    // The picture is stored and paid for.
    const url = signal.aborted ? null : await downloadUrl(file);
    if (url) return url;
    await endIfGone(error);
    throw error;
  } finally {
    stopFollowing();
  }
  return (await downloadUrl(file)) ?? plainUrl(file);
}

/** Where the server no longer knows the caller, the session may be what has ended: then it ends here as well. */
async function endIfGone(error: unknown): Promise<void> {
  if (['storage/unauthorized', 'storage/unauthenticated'].includes(sdkCode(error))) await recheckUser();
}

async function plainUrl({ bucket, fullPath }: StorageReference): Promise<string> {
  const { endpoints } = await loadConfig();
  return `${endpoints?.storage ?? PRODUCTION}/v0/b/${bucket}/o/${encodeURIComponent(fullPath)}?alt=media`;
}

/** Returns the stored file's download URL, or null. */
async function downloadUrl(file: StorageReference): Promise<string | null> {
  try {
    return await getDownloadURL(file);
  } catch (error) {
    console.error('The upload has no download URL', error);
    return null;
  }
}
