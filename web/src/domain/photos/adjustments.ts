import type { Adjustment } from '@heirlight/contract/adjustment';
import { createStore, useStore } from '../../lib/store';
import type { Photo } from './photosStore';

type Compared = Pick<Photo, 'id' | 'original_url'>;

/** How photos are adjusted by hand, for as long as the page is open. */
const adjustmentsStore = createStore<ReadonlyMap<string, Adjustment>>(new Map());

/** A result is mixed with what it is compared with, which is not always its upload. */
const keyOf = ({ id, original_url }: Compared) => `${id} ${original_url}`;

/** How a photo is adjusted by hand; null if it is not. */
export const adjustmentOf = (photo: Compared): Adjustment | null => adjustmentsStore.get().get(keyOf(photo)) ?? null;

/** As `adjustmentOf`, and draws again when that changes. */
export const useAdjustment = (photo: Compared): Adjustment | null =>
  useStore(adjustmentsStore).get(keyOf(photo)) ?? null;

/** Adjusts a photo; null gives the plain result. */
export function adjustPhoto(photo: Compared, adjustment: Adjustment | null): void {
  const next = new Map(adjustmentsStore.get());
  if (adjustment) next.set(keyOf(photo), adjustment);
  else next.delete(keyOf(photo));
  adjustmentsStore.set(next);
}
