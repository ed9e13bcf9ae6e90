import { MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { sizeProblem } from '../prepare/targetSize';
import { HEADER_BYTES, readPictureHeader } from './pictureHeader';

export type FileProblem = 'unreadable' | 'tooLarge' | 'wrongType' | 'tooManyPixels' | 'tooSmall' | 'applePng';

/** Returns the first bytes, or null if the file cannot be read: a folder, a moved file, a cloud file while offline. */
async function startOf(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  } catch (error) {
    console.error('The chosen file cannot be read', error);
    return null;
  }
}

/**
 * Returns why a chosen file cannot be restored, or null if it can. Looks at the size and the content alone, as
 * names and declared types are often wrong, and refuses a decompression bomb by its header, before anything decodes it.
 */
export async function checkFile(file: Blob): Promise<FileProblem | null> {
  if (file.size > MAX_UPLOAD_BYTES) return 'tooLarge';
  const start = await startOf(file);
  if (!start) return 'unreadable';
  const header = readPictureHeader(start);
  if (!header) return 'wrongType';
  if (header.isApples) return 'applePng';
  return header.size ? sizeProblem(header.size) : null;
}
