import { creditsStore } from '../../domain/account/creditsStore';
import { changesStore } from '../../domain/photos/changes';
import { photosStore } from '../../domain/photos/photosStore';

const seen = () =>
  [changesStore.get(), creditsStore.get().restoresAvailable, photosStore.get().photos.length].join(' ');

/**
 * Calls `ask` when the balance, the photos or the purchases have changed, here or in another window, until the returned
 * function is called. What the account dialog shows is asked for once, and would go on to say what was true then.
 */
export function onAccountChange(ask: () => void): () => void {
  let before = seen();
  const look = () => {
    const now = seen();
    if (now === before) return;
    before = now;
    ask();
  };
  const stops = [changesStore, creditsStore, photosStore].map((store) => store.subscribe(look));
  return () => {
    for (const stop of stops) stop();
  };
}
