import { keepPictures } from '../domain/account/keptPictures';
import { lastSeenStore } from '../domain/account/lastSeen';

/** The list changes with each report of a restore's progress. */
const SETTLED_MS = 3_000;

/**
 * Lets the page open again without a network, and show what was last seen. For people who are signed in, once the page
 * is idle: the code of this build is downloaded into a cache of its own.
 */
export async function startOffline(): Promise<void> {
  if (!navigator.serviceWorker || !('caches' in globalThis)) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    const seen = lastSeenStore.get();
    if (!seen) return;
    keepPictures(seen).catch((error: unknown) => console.error('Pictures could not be kept', error));
  };
  lastSeenStore.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(keep, SETTLED_MS);
  });
  keep();
  await navigator.serviceWorker.register('/service-worker.js');
}
