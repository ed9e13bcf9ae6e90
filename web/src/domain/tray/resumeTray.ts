import { CACHE } from '../draft/draftStorage';
import { sentSetStore } from '../photos/sentSet';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { SAVED_TRAY } from './savedTrayName';

/** Whether this device keeps photos that are not sent: of a tray, or a draft. */
export const isAnySaved = async () =>
  (await caches.keys()).some((name) => name.startsWith(SAVED_TRAY) || name === CACHE);

/** Brings back the tray of whoever is signed in, until the returned function is called. Few visits have one to download. */
export function resumeTray(): () => void {
  const resume = async () => {
    if (sessionStore.get().status === 'loading') return;
    if (sentSetStore.get().length > 0 || (await isAnySaved()))
      await (await import('./savedTray')).savedTray.resumeFor(signedInUser());
  };
  const onSession = () => void resume().catch(console.error);
  onSession();
  return sessionStore.subscribe(onSession);
}
