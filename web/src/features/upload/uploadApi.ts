import { CALLABLE, type RestoreRequest, type RestoreResponse } from '@heirlight/contract/callables';
import { uploadPath } from '@heirlight/contract/paths';
import { type ToolId, toolById } from '@heirlight/contract/tools';
import { getDownloadURL, ref, type StorageReference, uploadBytesResumable } from 'firebase/storage';
import { callFunction } from '../../lib/callable';
import { firebaseStorage } from '../../lib/firebase/storage';

/** How long the SDK keeps retrying through a lost connection before the upload fails, and before a question about it does. */
const RETRY_FOR_MS = 120_000;
const ASK_FOR_MS = 10_000;
/** Up to here the SDK sends a file in one request and tells no progress. */
const ONE_REQUEST_BYTES = 256 * 1024;

export interface UploadRequest {
  userId: string;
  /** A fresh UUID. */
  photoId: string;
  fileName: string;
  jpeg: Blob;
  toolId: ToolId;
  /** 0..100; at 100 every byte has been handed over, and the picture may be stored already. */
  onProgress: (percent: number) => void;
  /** Aborting it cancels the upload. */
  signal: AbortSignal;
}

/**
 * Uploads the picture as the original of a new photo, resumably; the chosen tool travels in its metadata. Answers its download URL, null where that
 * cannot be had although the picture is stored.
 * @throws StorageError `storage/…`; `storage/canceled` after an abort.
 */
export async function uploadPhoto({ userId, photoId, fileName, jpeg, toolId, onProgress, signal }: UploadRequest) {
  const storage = await firebaseStorage();
  signal.throwIfAborted();
  storage.maxUploadRetryTime = RETRY_FOR_MS;
  storage.maxOperationRetryTime = ASK_FOR_MS;
  const file = ref(storage, uploadPath({ userId, photoId, fileName }));
  const task = uploadBytesResumable(file, jpeg, { contentType: 'image/jpeg', customMetadata: { tool: toolId } });
  signal.addEventListener('abort', () => task.cancel());
  // In one request it is on its way as a whole, and nobody knows whether it has arrived.
  const inOne = jpeg.size <= ONE_REQUEST_BYTES;
  task.on('state_changed', ({ bytesTransferred, totalBytes }) => {
    onProgress(inOne ? 100 : Math.round((bytesTransferred / totalBytes) * 100));
  });
  try {
    await task;
  } catch (error) {
    // When only the answer is lost, the SDK sends the picture again and is refused: what is stored is never overwritten. It is stored, and paid for.
    const url = signal.aborted ? null : await addressOf(file);
    if (!url) throw error;
    return url;
  }
  return addressOf(file);
}

/** The stored file's download URL, or null. */
async function addressOf(file: StorageReference): Promise<string | null> {
  try {
    return await getDownloadURL(file);
  } catch (error) {
    console.error('The upload has no address', error);
    return null;
  }
}

/** Asks for the restore of an uploaded picture. */
export async function startRestore({ imageUrl, toolId }: { imageUrl: string; toolId: ToolId }): Promise<void> {
  const { model, id } = toolById(toolId);
  await callFunction<RestoreRequest, RestoreResponse>(CALLABLE.restore, { imageUrl, model, modelId: id });
}
