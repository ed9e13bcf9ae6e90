import { takenOn } from '@heirlight/imaging/metadata';
import { groupsOf, type PhotoGroup } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { orderCopy } from './orderCopy';

export { photosByDate } from '../../domain/photos/photosByDate';
export { default } from './OrderNote';

const PROCESSING = '';
/** After every year. */
const UNKNOWN = '~';

/** By what a photo is sorted. Its versions have one date; documents from before `taken_on` have it in words, too. */
function keyOf({ versions }: Pick<PhotoGroup, 'versions'>): string {
  if (versions.some(({ status }) => status === 'processing')) return PROCESSING;
  return versions.map(takenOn).find((date) => date !== null) ?? UNKNOWN;
}

/**
 * Returns photos by the day on which they were taken, the oldest first, then those of unknown date, the newest upload
 * first. A photo with a version that is processing comes before all.
 */
export function byDate(photos: Iterable<Photo>): Photo[] {
  const newestFirst = [...photos].sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
  const keyed = groupsOf(newestFirst).map(({ versions }) => ({ versions, key: keyOf({ versions }) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return keyed.flatMap(({ versions }) => versions);
}

function heading(key: string): string {
  if (key === PROCESSING) return orderCopy.beingRestored;
  return key === UNKNOWN ? orderCopy.dateUnknown : key.slice(0, 4);
}

/** Returns the name of each year by the id of its first photo in the list, where its heading stands. */
export function yearHeadings(groups: readonly PhotoGroup[]): ReadonlyMap<string, string> {
  const headings = new Map<string, string>();
  let before: string | undefined;
  for (const group of groups) {
    const year = heading(keyOf(group));
    if (year !== before) headings.set(group.id, year);
    before = year;
  }
  return headings;
}
