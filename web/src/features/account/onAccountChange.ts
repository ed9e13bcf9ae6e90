import { creditsStore } from '../../domain/account/creditsStore';
import { changesStore } from '../../domain/photos/changes';
import { photosStore } from '../../domain/photos/photosStore';
import { isOffline } from '../../lib/connectivity';

const seen = () =>
  [changesStore.get(), creditsStore.get().restoresAvailable, photosStore.get().photos.length].join(' ');

/**
 * Calls `ask` when the balance, the photos or the purchases have changed, here or in another window, and when somebody
 * comes back to the page, perhaps from another device, until the returned function is called. What the account dialog shows
 * is asked for once, and would go on to say what was true then.
 */
export function onAccountChange(ask: () => void): () => void {
  let before = seen();
  const look = () => {
    const now = seen();
    if (now === before) return;
    before = now;
    ask();
  };
  const onFocus = () => isOffline() || ask();
  const stops = [changesStore, creditsStore, photosStore].map((store) => store.subscribe(look));
  window.addEventListener('focus', onFocus);
  return () => {
    window.removeEventListener('focus', onFocus);
    for (const stop of stops) stop();
  };
}
