import { factsOf } from '@heirlight/imaging/metadata';
import { keepCopy } from '../../copy/keepCopy';
import { safeName } from '../../lib/safeName';
import { fetchPicture } from './fetchPicture';
import { converted } from './fileForSaving';
import type { NamedFile } from './handOver';
import type { SharedPhoto } from './shareLink';

const NOTHING_ELSE = { embedded: null, completed_at: null, original_size: null, restored_size: null };

/** As their owner adjusted it; null leaves the restored picture as it is. */
const byHandOf = async ({ adjusted, beforeUrl }: SharedPhoto, signal?: AbortSignal) =>
  adjusted ? { ...adjusted, original: await fetchPicture(beforeUrl, signal) } : null;

/**
 * Returns the restored picture of a shared link as a JPEG, which every album reads, as its owner
 * adjusted it, with the owner's words and how it was made inside. It has the size that the link shows.
 *
 * @throws Error if the picture cannot be fetched, or the browser cannot encode it
 */
export async function sharedFile(photo: SharedPhoto, signal?: AbortSignal): Promise<NamedFile> {
  const { name, dateText, caption, tool, afterUrl, adjusted } = photo;
  const facts = factsOf({ name, date_text: dateText, caption, tool, ...NOTHING_ELSE }, adjusted?.adjustment ?? null);
  const [stored, byHand] = await Promise.all([fetchPicture(afterUrl, signal), byHandOf(photo, signal)]);
  const blob = await converted({ stored, byHand, type: 'image/jpeg', facts });
  return { name: `${safeName(name ?? keepCopy.sharedPage.unnamed)}.jpg`, blob };
}
