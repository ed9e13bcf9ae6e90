import type { ChooseFavouriteRequest, ChooseFavouriteResponse } from '@heirlight/contract/callables';
import { groupIdOf } from '@heirlight/contract/photo';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { countUse } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { readGroup } from './group';
import { photoRef } from './photoRecord';

/**
 * The callable `choose-favourite`. The photo that was the group's favourite is none any more, in the same transaction.
 *
 * @throws AppError `photo_not_found` when the photo is not the caller's, `photo_processing`, `invalid_request` for a
 *   photo without a result, or `rate_limited`
 */
export function chooseFavourite(
  { photoId, isFavourite }: ChooseFavouriteRequest,
  { uid }: Caller,
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<ChooseFavouriteResponse> {
  return transact(db, async (transaction) => {
    const photo = (await transaction.get(photoRef(db, photoId))).data();
    if (photo?.user_id !== uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
    if (isFavourite && photo.status !== 'succeeded') {
      const code = photo.status === 'processing' ? 'photo_processing' : 'invalid_request';
      throw new AppError(code, `The photo ${photoId} has no result to be a favourite`);
    }
    const group = await readGroup(transaction, { db, uid, groupId: groupIdOf(photo) });
    const countChoice = await countUse(transaction, { db, name: 'describePerUser', key: uid, now: now() });
    countChoice();
    for (const { id, is_favourite } of group) {
      const is = id === photoId ? isFavourite : is_favourite && !isFavourite;
      if (is !== is_favourite) transaction.update(photoRef(db, id), { is_favourite: is });
    }
    return { photoId };
  });
}
