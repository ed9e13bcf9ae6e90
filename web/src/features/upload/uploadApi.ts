import { CALLABLE, type RestoreRequest, type RestoreResponse } from '@heirlight/contract/callables';
import { uploadPath } from '@heirlight/contract/paths';
import { type ToolId, toolById } from '@heirlight/contract/tools';
import { getDownloadURL, ref, uploadBytesResumable } from 'firebase/storage';
import { callFunction } from '../../lib/callable';
import { firebaseStorage } from '../../lib/firebase/storage';

/** How long the SDK keeps retrying through a lost connection before the upload fails. */
const RETRY_FOR_MS = 120_000;

export interface UploadRequest {
  userId: string;
  /** A fresh UUID. */
  photoId: string;
  fileName: string;
  jpeg: Blob;
  toolId: ToolId;
  /** 0..100 */
  onProgress: (percent: number) => void;
  /** Aborting it cancels the upload. */
  signal: AbortSignal;
}

/**
 * Uploads the picture as the original of a new photo, resumably; the chosen tool travels in its metadata. Answers its download URL.
 * @throws StorageError `storage/…`; `storage/canceled` after an abort.
 */
export async function uploadPhoto({ userId, photoId, fileName, jpeg, toolId, onProgress, signal }: UploadRequest) {
  const storage = await firebaseStorage();
  signal.throwIfAborted();
  storage.maxUploadRetryTime = RETRY_FOR_MS;
  const file = ref(storage, uploadPath({ userId, photoId, fileName }));
  const task = uploadBytesResumable(file, jpeg, { contentType: 'image/jpeg', customMetadata: { tool: toolId } });
  signal.addEventListener('abort', () => task.cancel());
  task.on('state_changed', ({ bytesTransferred, totalBytes }) => {
    onProgress(Math.round((bytesTransferred / totalBytes) * 100));
  });
  await task;
  return getDownloadURL(file);
}

/** Asks for the restore of an uploaded picture. */
export async function startRestore({ imageUrl, toolId }: { imageUrl: string; toolId: ToolId }): Promise<void> {
  const { model, id } = toolById(toolId);
  await callFunction<RestoreRequest, RestoreResponse>(CALLABLE.restore, { imageUrl, model, modelId: id });
}
