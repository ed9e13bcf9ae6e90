import { thumbnailsOf } from '@heirlight/contract/photoFiles';
import { type LastSeen, PICTURES_CACHE } from './lastSeen';

/**
 * Keeps the small pictures of the photos that were seen last, and no others, so that a page without a network shows
 * them. `forgetLastSeen` deletes them.
 */
export async function keepPictures(seen: LastSeen): Promise<void> {
  const cache = await caches.open(PICTURES_CACHE);
  const wanted = seen.photos.flatMap(thumbnailsOf);
  const kept = (await cache.keys()).map(({ url }) => url);
  await Promise.all(kept.filter((url) => !wanted.includes(url)).map((url) => cache.delete(url)));
  for (const url of wanted.filter((one) => !kept.includes(one))) {
    // One that cannot be had now is asked for again later.
    await cache.add(url).catch(() => undefined);
  }
}
