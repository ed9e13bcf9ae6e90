import type { DescribePhotoRequest, DescribePhotoResponse } from '@heirlight/contract/callables';
import { MAX_CAPTION_LENGTH, MAX_DATE_TEXT_LENGTH, MAX_NAME_LENGTH } from '@heirlight/contract/limits';
import { groupIdOf } from '@heirlight/contract/photo';
import { tidyText } from '@heirlight/contract/photoText';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { countUse } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { readGroup } from './group';
import { derivedOf, photoRef } from './photoRecord';

/**
 * The callable `describe-photo`: stores the words about a photo in every photo of its group, so that each can be found
 * and saved by itself. A version that is being started meanwhile gets them, too.
 *
 * @throws AppError `photo_not_found` when the photo is not the caller's, or `rate_limited`
 */
export function describePhoto(
  { photoId, ...texts }: DescribePhotoRequest,
  { uid }: Caller,
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<DescribePhotoResponse> {
  const name = tidyText(texts.name, { longest: MAX_NAME_LENGTH });
  const dateText = tidyText(texts.dateText, { longest: MAX_DATE_TEXT_LENGTH });
  const caption = tidyText(texts.caption, { longest: MAX_CAPTION_LENGTH, lines: true });
  const words = { name, date_text: dateText, caption };
  return transact(db, async (transaction) => {
    const photo = (await transaction.get(photoRef(db, photoId))).data();
    if (photo?.user_id !== uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
    const group = await readGroup(transaction, { db, uid, groupId: groupIdOf(photo) });
    const countChange = await countUse(transaction, { db, name: 'describePerUser', key: uid, now: now() });
    countChange();
    for (const { id, tool, embedded } of group) {
      transaction.update(photoRef(db, id), { ...words, ...derivedOf({ ...words, tool, embedded }) });
    }
    return { name, dateText, caption };
  });
}
