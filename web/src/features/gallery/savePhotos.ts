import { fileStem, loadPicture } from '../../domain/photos/photoFiles';
import { FILE_TYPES, type SaveFormat, signedOrMade } from '../../domain/saving/fileForSaving';
import type { ShareDeps } from '../../domain/saving/shareLink';
import { toast } from '../../lib/toast';
import { distinctStems } from '../../lib/zip/fileNames';
import { nameSome } from '../../lib/zip/nameSome';
import { writeZip, type ZipOrder, type ZippedFile } from '../../lib/zip/writeZip';
import type { RestoredPhoto } from './photoView';
import { selectionCopy } from './selectionCopy';

export const ZIP_FORMATS = ['jpeg', 'png'] as const satisfies SaveFormat[];

/** All pictures of a zip are of one format, however they are stored. */
export interface ZipChoice {
  format: (typeof ZIP_FORMATS)[number];
  /** Whether the uploads come too, in a folder of their own. */
  originals: boolean;
}

/** As a photo saved alone. */
const restoredFile = (photo: RestoredPhoto, stem: string, format: SaveFormat, deps: ShareDeps): ZippedFile => ({
  stem,
  date: photo.created_at,
  load: async (signal) => {
    const { type, extension } = FILE_TYPES[format];
    const stored = async () => new Blob([(await loadPicture(photo.restored_url, signal)).bytes]);
    const { blob } = await signedOrMade(photo, type, { deps, load: stored });
    return { bytes: new Uint8Array(await blob.arrayBuffer()), extension };
  },
});

const originalFile = (photo: RestoredPhoto, stem: string): ZippedFile => ({
  folder: selectionCopy.originalsFolder,
  stem,
  date: photo.created_at,
  load: (signal) => loadPicture(photo.original_url, signal),
});

/** Saves restored photos in one zip, and says how that went. Returns whether any of them are saved. */
export async function savePhotos({
  photos,
  format,
  originals,
  deps,
  ...order
}: Omit<ZipOrder, 'files'> & ZipChoice & { photos: readonly RestoredPhoto[]; deps: ShareDeps }): Promise<boolean> {
  const stems = distinctStems(photos.map(fileStem));
  const filesOf = (photo: RestoredPhoto, at: number) => [
    restoredFile(photo, stems[at] ?? '', format, deps),
    // Versions of one photo have one upload.
    ...(originals && photos.find((other) => other.original_url === photo.original_url) === photo
      ? [originalFile(photo, stems[at] ?? '')]
      : []),
  ];
  try {
    const { saved, failed } = await writeZip({ ...order, files: photos.flatMap(filesOf) });
    toast(
      failed.length === 0
        ? selectionCopy.saved(photos.length, originals)
        : selectionCopy.savedInPart(saved, nameSome(failed)),
    );
    return true;
  } catch (error) {
    if (order.signal.aborted) {
      toast(selectionCopy.saveCancelled);
      return false;
    }
    throw error;
  }
}
