import { fileStem, loadPicture } from '../../domain/photos/photoFiles';
import { describedPicture } from '../../domain/saving/describedPicture';
import { galleryCopy } from '../../lib/galleryCopy';
import { toast } from '../../lib/toast';
import { nameSome } from '../../lib/zip/nameSome';
import { writeZip, type ZipOrder, type ZippedFile } from '../../lib/zip/writeZip';
import type { RestoredPhoto } from './photoView';

const fileOf = (photo: RestoredPhoto): ZippedFile => ({
  stem: fileStem(photo),
  date: photo.created_at,
  load: async (signal) => {
    const { bytes, extension } = await loadPicture(photo.restored_url, signal);
    return { bytes: describedPicture(bytes, photo), extension };
  },
});

/** Saves restored photos in one zip, and says how that went. Returns whether any of them are saved. */
export async function savePhotos({
  photos,
  ...order
}: Omit<ZipOrder, 'files'> & { photos: readonly RestoredPhoto[] }): Promise<boolean> {
  try {
    const { saved, failed } = await writeZip({ ...order, files: photos.map(fileOf) });
    toast(failed.length === 0 ? galleryCopy.saved(saved) : galleryCopy.savedInPart(saved, nameSome(failed)));
    return true;
  } catch (error) {
    if (order.signal.aborted) {
      toast(galleryCopy.saveCancelled);
      return false;
    }
    throw error;
  }
}
