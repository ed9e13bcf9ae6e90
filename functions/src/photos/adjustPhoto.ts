import type { AdjustPhotoRequest, AdjustPhotoResponse } from '@heirlight/contract/callables';
import { groupIdOf } from '@heirlight/contract/photo';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { countUse } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { readGroup } from './group';
import { photoRef } from './photoRecord';

/**
 * The callable `adjust-photo`: stores how a photo is adjusted by hand, with the original it is mixed with. Its pictures
 * stay as they are.
 *
 * @throws AppError `photo_not_found` when the photo is not the caller's, `photo_processing`, `invalid_request` for a
 *   photo without a result and for an original of another photo, or `rate_limited`
 */
export function adjustPhoto(
  { photoId, adjustment, originalUrl }: AdjustPhotoRequest,
  { uid }: Caller,
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<AdjustPhotoResponse> {
  return transact(db, async (transaction) => {
    const photo = (await transaction.get(photoRef(db, photoId))).data();
    if (photo?.user_id !== uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
    if (photo.status !== 'succeeded') {
      const code = photo.status === 'processing' ? 'photo_processing' : 'invalid_request';
      throw new AppError(code, `The photo ${photoId} has no result to adjust`);
    }
    const original_url = originalUrl ?? photo.original_url;
    if (original_url !== photo.original_url) {
      const group = await readGroup(transaction, { db, uid, groupId: groupIdOf(photo) });
      if (group.every((version) => version.original_url !== original_url))
        throw new AppError('invalid_request', `The original is of no version of ${photoId}`);
    }
    const countChange = await countUse(transaction, { db, name: 'adjustPerUser', key: uid, now: now() });
    countChange();
    transaction.update(photoRef(db, photoId), { adjustment: adjustment && { ...adjustment, original_url } });
    return { photoId };
  });
}
