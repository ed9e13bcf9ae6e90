import type { Adjustment } from '@heirlight/contract/adjustment';
import { createStore, useStore } from '../../lib/store';
import type { Photo } from './photosStore';

type Compared = Pick<Photo, 'id' | 'original_url' | 'adjustment'>;

/** What was changed on this page (adjustPhoto.ts), until the photo's document says it. */
export interface Change {
  adjustment: Adjustment | null;
  /** What the document said then, as JSON. */
  instead: string;
  /** While the server has not answered, the page shows the change whatever the document says. */
  isOnItsWay: boolean;
}

type Changes = ReadonlyMap<string, Change>;
export const adjustmentChangesStore = createStore<Changes>(new Map());

/** A result is mixed with what it is compared with, which is not always its upload. */
export const keyOf = ({ id, original_url }: Compared) => `${id} ${original_url}`;

/** A stored adjustment is of one original: compared with another picture, the result is plain. */
const storedOf = ({ adjustment, original_url }: Compared): Adjustment | null =>
  adjustment?.original_url === original_url ? adjustment : null;
export const asText = (photo: Compared) => JSON.stringify(storedOf(photo));

function adjustmentIn(changes: Changes, photo: Compared): Adjustment | null {
  const change = changes.get(keyOf(photo));
  return change && (change.isOnItsWay || change.instead === asText(photo)) ? change.adjustment : storedOf(photo);
}

/** How a photo is adjusted by hand; null if it is not, or is compared with another picture than it was mixed with. */
export const adjustmentOf = (photo: Compared): Adjustment | null => adjustmentIn(adjustmentChangesStore.get(), photo);

/** As `adjustmentOf`, for every photo that a component draws, and draws again when that changes. */
export function useAdjustmentOf(): typeof adjustmentOf {
  const changes = useStore(adjustmentChangesStore);
  return (photo) => adjustmentIn(changes, photo);
}

/** As `adjustmentOf`. A component is drawn again only when that changes. */
export const useAdjustment = (photo: Compared): Adjustment | null =>
  useStore(adjustmentChangesStore, (changes) => adjustmentIn(changes, photo));
