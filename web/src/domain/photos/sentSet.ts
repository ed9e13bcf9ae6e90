import { readStored, writeStored } from '../../lib/browserStorage';
import { createStore } from '../../lib/store';

const KEY = 'sent-set';
const idsIn = (stored: string | null) => stored?.split(',') ?? [];

/** Ids of photos that were sent together: one toast tells how they have ended (domain/tray/tellSet.ts). As long as the tab. */
export const sentSetStore = createStore<readonly string[]>(idsIn(readStored('sessionStorage', KEY)));

/** Those that other windows have sent, and tell of. */
const elsewhere = new Set(idsIn(readStored('localStorage', KEY)));

const CLOSED = '';
const tellOthers = (text: string | null) => {
  if (sentSetStore.get().length > 0) writeStored('localStorage', KEY, text);
};

/** Hears what other windows have sent, and lets them hear of this one's, until the returned function is called. */
export function followOtherSets(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY) return;
    // Nobody else tells of them now.
    if (newValue === CLOSED) elsewhere.clear();
    for (const id of idsIn(newValue)) elsewhere.add(id);
  };
  addEventListener('storage', hear, { signal });
  addEventListener('pagehide', () => tellOthers(CLOSED), { signal });
  // After a reload.
  tellOthers(sentSetStore.get().join());
  return () => controller.abort();
}

export function setSentSet(ids: readonly string[]): void {
  for (const area of ['sessionStorage', 'localStorage'] as const) writeStored(area, KEY, ids.join() || null);
  sentSetStore.set(ids);
}

/** Whether one toast tells of it, here or in another window. It is asked once: a photo may be tried again. */
export const isToldTogether = (photoId: string): boolean =>
  sentSetStore.get().includes(photoId) || elsewhere.delete(photoId);
