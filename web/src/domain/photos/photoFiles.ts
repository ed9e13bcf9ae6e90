import { parseUploadPath } from '@heirlight/contract/paths';
import type { Photo } from '../firebase/photoDocument';

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };
/** A connection that breaks for a moment costs no file. */
const TRIES = 2;

/** Returns what a photo's files are called: as its user calls it, or as the uploaded file was called. */
export function fileStem(photo: Photo): string {
  return photo.name ?? parseUploadPath(photo.original_path)?.name ?? 'photo';
}

/** @throws Error if the file does not come, what `signal` was aborted with */
async function fetchOnce(
  url: string,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; extension: string }> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  return { bytes, extension: EXTENSIONS[type] ?? 'jpg' };
}

/** Loads a whole picture, and the extension that its content has. Throws as `fetchOnce`, after another try. */
export async function loadPicture(url: string, signal: AbortSignal): ReturnType<typeof fetchOnce> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetchOnce(url, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (tries === TRIES) throw error;
    }
  }
}
