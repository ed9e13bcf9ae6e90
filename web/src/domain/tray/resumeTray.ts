import { mountDialog } from '../dialogs/dialogs';
import { sentSetStore, setSentSet } from '../photos/sentSet';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { SAVED_TRAY } from './savedTrayName';

const isAnySaved = async () => (await caches.keys()).some((name) => name.startsWith(SAVED_TRAY));

/** Brings back the tray of whoever is signed in, when that is known or changes, until the returned function is called. */
export function resumeTray(): () => void {
  let userId: string | null | undefined;
  const onSession = async () => {
    const user = signedInUser();
    const id = user?.id ?? null;
    if (sessionStore.get().status === 'loading' || id === userId) return;
    userId = id;
    if (!user) setSentSet([]);
    // The tray tells how they end.
    else if (sentSetStore.get().length > 0) mountDialog('tray');
    if (await isAnySaved()) await (await import('./savedTray')).savedTray.resumeFor(user);
  };
  const resume = () => void onSession().catch((error: unknown) => console.error('No tray could be resumed', error));
  resume();
  return sessionStore.subscribe(resume);
}
