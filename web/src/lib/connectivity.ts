import { createStore } from './store';

/** `back` is the moment after an interruption, which the banner shows briefly. */
export type Connectivity = 'online' | 'offline' | 'back';

export const connectivityStore = createStore<Connectivity>('online');

/** On what the service worker had kept, because the request itself failed (worker/serviceWorker.ts). */
const KEPT_HEADER = 'x-kept';
/** A small file, asked for without the service worker: it answers no such requests. */
const PROBE = ['/favicon.svg', { method: 'HEAD', cache: 'no-store' }] as const;
const PROBE_EVERY_MS = 5_000;
const BACK_SHOWN_MS = 4_000;

let timer: ReturnType<typeof setTimeout> | undefined;

function goOffline(): void {
  clearTimeout(timer);
  connectivityStore.set('offline');
}

function goOnline(): void {
  if (connectivityStore.get() !== 'offline') return;
  clearTimeout(timer);
  connectivityStore.set('back');
  timer = setTimeout(() => connectivityStore.set('online'), BACK_SHOWN_MS);
}

/**
 * Asks until there is an answer: of a network that only seems to be there the browser does not tell when it is back.
 */
function probe(): void {
  timer = setTimeout(() => {
    fetch(...PROBE).then(goOnline, () => {
      if (connectivityStore.get() === 'offline') probe();
    });
  }, PROBE_EVERY_MS);
}

/** Whether there is no network, as far as the browser or a response tells. */
export const isOffline = (): boolean => !navigator.onLine || connectivityStore.get() === 'offline';

/** Learns from a response of this site whether there is a network, whatever the browser says. */
export function noteResponse({ headers }: Response): void {
  if (!headers?.has(KEPT_HEADER) || connectivityStore.get() === 'offline') return;
  goOffline();
  probe();
}

/** Resolves when there is a network. Rejects if `signal` is aborted first. */
export async function untilOnline(signal: AbortSignal): Promise<void> {
  if (!isOffline()) return;
  await new Promise<void>((resolve, reject) => {
    const stop = connectivityStore.subscribe(() => {
      if (isOffline()) return;
      stop();
      resolve();
    });
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
}

/** Follows the browser's online and offline events, until the returned function is called. */
export function startConnectivity(): () => void {
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', goOnline);
  if (!navigator.onLine) goOffline();
  return () => {
    clearTimeout(timer);
    window.removeEventListener('offline', goOffline);
    window.removeEventListener('online', goOnline);
  };
}
