import type { SharedPhotoRequest, SharedPhotoResponse } from '@heirlight/contract/callables';
import type { Deps } from '../platform/deps';
import { readPhoto } from './photoRecord';
import { shares } from './shares';

/** What `sharePhoto` makes. Anything else is no document's id either. */
const TOKEN = /^[0-9a-f]{32}$/;

/**
 * The public callable `shared-photo`. A link that was taken back, a link to a deleted photo and a made-up link get the
 * same response. It says nothing about the owner, neither id nor address. Of the photo it says only what the owner
 * wrote about it here. What the file itself said stays out: its owner may never have read that.
 */
export async function sharedPhoto(
  { token }: SharedPhotoRequest,
  { db }: Pick<Deps, 'db'>,
): Promise<SharedPhotoResponse> {
  const share = TOKEN.test(token) ? (await shares(db).doc(token).get()).data() : undefined;
  const photo = share && (await readPhoto(db, share.photo_id));
  if (!share || !photo?.restored_size) return { photo: null };
  const { name, date_text: dateText, caption, tool, restored_size } = photo;
  return {
    photo: {
      name,
      dateText,
      caption,
      tool,
      beforeUrl: share.before_url,
      afterUrl: share.after_url,
      width: restored_size.width,
      height: restored_size.height,
    },
  };
}
