import { writeZip, type ZipOrder, type ZipOutcome } from '../../lib/zip/writeZip';
import { sharedFile } from './sharedFile';
import type { SharedPhoto } from './shareLink';

/**
 * Saves the photos of a shared link in one zip, each as `sharedFile` makes it.
 *
 * @param stems the files' names without extension, one for each photo
 * @throws as `writeZip` does
 */
export function saveSharedSet(
  photos: readonly SharedPhoto[],
  stems: readonly string[],
  order: Omit<ZipOrder, 'files'>,
): Promise<ZipOutcome> {
  const date = new Date();
  const files = photos.map((photo, index) => ({
    stem: stems[index] ?? '',
    date,
    load: async (signal: AbortSignal) => {
      const { blob } = await sharedFile(photo, signal);
      return { bytes: new Uint8Array(await blob.arrayBuffer()), extension: 'jpg' };
    },
  }));
  return writeZip({ ...order, files });
}
