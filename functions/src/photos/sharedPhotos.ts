import type { SharedPhotosRequest, SharedPhotosResponse } from '@heirlight/contract/callables';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import { photoRef } from './photoRecord';
import { sharesOfLink } from './shares';

/**
 * The public callable `shared-photos`. A link that was taken back, one whose photos are all deleted and a made-up one
 * get the same response: no photos. It says nothing about the owner, neither id nor address. Of a photo it says only
 * what the owner wrote about it here. What the file itself said stays out: its owner may never have read that.
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
      return [{ name, dateText, caption, tool, beforeUrl, afterUrl, width, height }];
    }),
  };
}
