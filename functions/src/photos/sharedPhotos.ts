import type { SharedPhotosRequest, SharedPhotosResponse } from '@heirlight/contract/callables';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import { type PhotoRecord, photoRef } from './photoRecord';
import { type Share, sharesOfLink } from './shares';

/**
 * How a link shows a photo that is adjusted by hand: null for one that is mixed with another picture than the link
 * compares it with. The private URL in the stored recipe stays out, and so does what was found about the faces.
 */
function adjustedOf(
  { adjustment, original_url: own, faces }: PhotoRecord,
  { upload }: Share,
): SharedPhotosResponse['photos'][number]['adjusted'] {
  if (adjustment?.original_url !== (upload?.original_url ?? own)) return null;
  const { original_url: _, ...recipe } = adjustment;
  return { adjustment: recipe, faces: (faces ?? []).map(({ x, y, width, height }) => ({ x, y, width, height })) };
}

/**
 * The public callable `shared-photos`. A link that was taken back, one whose photos are all deleted and a made-up one
 * get the same response: no photos. It says nothing about the owner, neither id nor address. Of a photo it says only
 * what the owner wrote about it here, and how it is adjusted: both as they are now. What the file itself said stays out: its owner may never have read that.
 */
export async function sharedPhotos(
  { token }: SharedPhotosRequest,
  { db }: Pick<Deps, 'db'>,
): Promise<SharedPhotosResponse> {
  const shares = await sharesOfLink(db, token);
  if (shares.length === 0) return { photos: [] };
  const snapshots = await getAll(db, ...shares.map(({ photo_id }) => photoRef(db, photo_id)));
  return {
    photos: snapshots.flatMap((snapshot, index) => {
      const [photo, share] = [snapshot.data(), shares[index]];
      if (!photo?.restored_size || !share) return [];
      const { name, date_text: dateText, caption, tool, restored_size } = photo;
      const { width, height } = restored_size;
      const { before_url: beforeUrl, after_url: afterUrl } = share;
      return [
        { name, dateText, caption, tool, beforeUrl, afterUrl, width, height, adjusted: adjustedOf(photo, share) },
      ];
    }),
  };
}
