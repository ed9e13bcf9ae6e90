import { createStore } from '../../lib/store';

/** Photos that were seen processing and have succeeded. Each is revealed once. */
export const arrivalsStore = createStore<ReadonlySet<string>>(new Set());

export function noteArrival(photoId: string): void {
  arrivalsStore.set(new Set([...arrivalsStore.get(), photoId]));
}

export function forgetArrival(photoId: string): void {
  if (arrivalsStore.get().has(photoId)) {
    arrivalsStore.set(new Set([...arrivalsStore.get()].filter((id) => id !== photoId)));
  }
}
