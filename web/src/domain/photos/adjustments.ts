import type { Adjustment } from '@heirlight/contract/adjustment';
import { createStore, useStore } from '../../lib/store';
import type { Photo } from './photosStore';

type Compared = Pick<Photo, 'id' | 'original_url' | 'adjustment'>;

/** What was changed on this page, until the photo's document says it. */
export interface Change {
  adjustment: Adjustment | null;
  /** What the document said then, as JSON. */
  instead: string;
  /** While the server has not answered, the page shows the change whatever the document says. */
  isOnItsWay: boolean;
}

type Changes = ReadonlyMap<string, Change>;
const changesStore = createStore<Changes>(new Map());

/** A result is mixed with what it is compared with, which is not always its upload. */
const keyOf = ({ id, original_url }: Compared) => `${id} ${original_url}`;

/** A stored adjustment is of one original: compared with another picture, the result is plain. */
const storedOf = ({ adjustment, original_url }: Compared): Adjustment | null =>
  adjustment?.original_url === original_url ? adjustment : null;
const asText = (photo: Compared) => JSON.stringify(storedOf(photo));

function adjustmentIn(changes: Changes, photo: Compared): Adjustment | null {
  const change = changes.get(keyOf(photo));
  return change && (change.isOnItsWay || change.instead === asText(photo)) ? change.adjustment : storedOf(photo);
}

/** How a photo is adjusted by hand; null if it is not, or is compared with another picture than it was mixed with. */
export const adjustmentOf = (photo: Compared): Adjustment | null => adjustmentIn(changesStore.get(), photo);

/** As `adjustmentOf`, for every photo that a component draws, and draws again when that changes. */
export function useAdjustmentOf(): typeof adjustmentOf {
  const changes = useStore(changesStore);
  return (photo) => adjustmentIn(changes, photo);
}

/** Shows a photo adjusted on this page; null shows the plain result. Returns the change, to be told how it ended. */
export function showAdjusted(photo: Compared, adjustment: Adjustment | null): Change {
  const change = { adjustment, instead: asText(photo), isOnItsWay: true };
  changesStore.set(new Map(changesStore.get()).set(keyOf(photo), change));
  return change;
}

/** Whether this is the last change of its photo. */
export const isLast = (photo: Compared, change: Change): boolean => changesStore.get().get(keyOf(photo)) === change;

/** The server has answered, or cannot be asked: from now on a document that says something new counts. */
export function settle(photo: Compared, change: Change): void {
  if (!isLast(photo, change)) return;
  changesStore.set(new Map(changesStore.get()).set(keyOf(photo), { ...change, isOnItsWay: false }));
}
