import { readStored, writeStored } from '../../lib/browserStorage';
import { createStore } from '../../lib/store';

const KEY = 'sent-set';

/** Ids of photos that were sent together: one toast tells how they have ended (domain/tray/tellSet.ts). As long as the tab. */
export const sentSetStore = createStore<readonly string[]>(readStored('sessionStorage', KEY)?.split(',') ?? []);

export function setSentSet(ids: readonly string[]): void {
  writeStored('sessionStorage', KEY, ids.join() || null);
  sentSetStore.set(ids);
}

export const isInSentSet = (photoId: string): boolean => sentSetStore.get().includes(photoId);
