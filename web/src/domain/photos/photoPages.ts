import type { Photo, PhotoCursor, PhotoPage } from '../firebase/photoDocument';

/** A stretch of the list, newest first, as one listener or one request brought it. */
export interface Stretch extends PhotoPage {
  /** The photo before it, behind which it begins; null at the newest. */
  after: PhotoCursor | null;
}

/** A page that is listened to. */
export interface Page extends Stretch {
  /** False until the listener has brought it. */
  hasCome: boolean;
  /** Ends its listener. */
  stop: () => void;
}

export const newPage = (after: PhotoCursor | null): Page => ({
  ...{ after, photos: [], last: null, isFull: false },
  ...{ hasCome: false, stop: () => undefined },
});

type Place = Pick<PhotoCursor, 'at' | 'id'>;
const placeOf = ({ created_at: at, id }: Photo): Place => ({ at, id });

/** Negative if `a` comes before `b`: it is newer, and of two at the same moment the one with the greater id. */
function order(a: Place, b: Place): number {
  return b.at.getTime() - a.at.getTime() || (a.id > b.id ? -1 : Number(a.id < b.id));
}

/** Whether a photo at this place would be part of the stretch. One that is not full goes on to the end of the list. */
function covers({ after, last, isFull }: Stretch, place: Place): boolean {
  const isBehind = after === null || order(after, place) < 0;
  return isBehind && (!isFull || last === null || order(place, last) <= 0);
}

/**
 * Returns the list: what the stretches contain, the first one that covers a place being right about it, and of the
 * `previous` list what lies between them. What is older than all of them stays only if it `awaits` a page.
 */
export function listOf(stretches: readonly Stretch[], previous: readonly Photo[], awaits: boolean): Photo[] {
  const list: Photo[] = [];
  stretches.forEach(({ photos }, index) => {
    const before = stretches.slice(0, index);
    list.push(...photos.filter((photo) => !before.some((other) => covers(other, placeOf(photo)))));
  });
  const listed = new Set(list.map(({ id }) => id));
  const isLeft = (photo: Photo) => {
    const place = placeOf(photo);
    const isOlder = stretches.every(({ last }) => last !== null && order(place, last) > 0);
    return !listed.has(photo.id) && !stretches.some((one) => covers(one, place)) && (awaits || !isOlder);
  };
  return [...list, ...previous.filter(isLeft)].sort((a, b) => order(placeOf(a), placeOf(b)));
}

/** Whether new photos have pushed others off the first page, so that no page covers these any more. */
export function hasGap([first, second]: readonly Page[]): boolean {
  return first?.last != null && first.isFull && second?.after != null && order(first.last, second.after) < 0;
}
