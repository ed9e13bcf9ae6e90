import { createStore } from '../../lib/store';

/** The photo that the page is to go to; null if none. */
export const lookAtStore = createStore<string | null>(null);

/** Ids of photos that the gallery is to choose, as if their boxes were ticked; it takes them at once. */
export const toChooseStore = createStore<readonly string[]>([]);

/** Later than this the reader is elsewhere, and must not be taken away. */
const PATIENCE_MS = 15_000;

let giveUp: ReturnType<typeof setTimeout> | undefined;

/** Brings a photo's card into view and gives it the focus, as soon as the page shows it and no dialog is open. */
export function lookAt(photoId: string): void {
  clearTimeout(giveUp);
  lookAtStore.set(photoId);
  giveUp = setTimeout(() => lookAtStore.set(null), PATIENCE_MS);
}
