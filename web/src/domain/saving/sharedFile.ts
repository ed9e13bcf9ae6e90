import { factsOf } from '@heirlight/imaging/metadata';
import { keepCopy } from '../../copy/keepCopy';
import { safeName } from '../../lib/safeName';
import { fetchPicture } from './fetchPicture';
import { converted } from './fileForSaving';
import type { NamedFile } from './handOver';
import type { SharedPhoto } from './shareLink';

const NOTHING_ELSE = { embedded: null, completed_at: null, original_size: null, restored_size: null };

/**
 * Returns the restored picture of a shared link as a JPEG, which every album reads, with the words of its owner and how
 * it was made inside. It has the size that the link shows.
 *
 * @throws Error if the picture cannot be fetched, or the browser cannot encode it
 */
export async function sharedFile(photo: SharedPhoto): Promise<NamedFile> {
  const { name, dateText, caption, tool, afterUrl } = photo;
  const facts = factsOf({ name, date_text: dateText, caption, tool, ...NOTHING_ELSE });
  const blob = await converted({ stored: await fetchPicture(afterUrl), byHand: null, type: 'image/jpeg', facts });
  return { name: `${safeName(name ?? keepCopy.sharedPage.unnamed)}.jpg`, blob };
}
