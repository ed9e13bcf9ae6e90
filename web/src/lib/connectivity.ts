import { createStore } from './store';

/** `back` is the moment after an interruption, which the banner shows briefly. */
export type Connectivity = 'online' | 'offline' | 'back';

export const connectivityStore = createStore<Connectivity>('online');

const BACK_SHOWN_MS = 4_000;

/** Follows the browser's online and offline events, until the returned function is called. */
export function startConnectivity(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goOffline = () => {
    clearTimeout(timer);
    connectivityStore.set('offline');
  };
  const goOnline = () => {
    if (connectivityStore.get() !== 'offline') return;
    connectivityStore.set('back');
    timer = setTimeout(() => connectivityStore.set('online'), BACK_SHOWN_MS);
  };
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', goOnline);
  if (!navigator.onLine) goOffline();
  return () => {
    clearTimeout(timer);
    window.removeEventListener('offline', goOffline);
    window.removeEventListener('online', goOnline);
  };
}
