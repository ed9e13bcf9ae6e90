import { useEffect } from 'react';
import { lookAtStore } from '../../domain/photos/lookAt';
import type { Photo } from '../../domain/photos/photosStore';
import { useStore } from '../../lib/store';
import { cardOf } from './cardFocus';

/** A dialog holds the focus until it has faded out; then its element leaves the page. */
const DIALOG = ':scope > .MuiDialog-root';

/** Calls `act` when no dialog is in the page, unless the returned function is called first. */
function whenNoDialog(act: () => void): () => void {
  const look = () => {
    if (document.body.querySelector(DIALOG)) return;
    change.disconnect();
    act();
  };
  const change = new MutationObserver(look);
  change.observe(document.body, { childList: true });
  look();
  return () => change.disconnect();
}

function goTo(photoId: string): void {
  const card = cardOf(photoId);
  // Only rows near the window are in the page. A new photo is in the first one.
  const target = card ?? document.querySelector<HTMLElement>('main');
  const fits = target ? target.offsetHeight < window.innerHeight : true;
  target?.scrollIntoView({ block: fits ? 'center' : 'start' });
  card?.focus({ preventScroll: true });
}

/** Goes to the card that `lookAt` names. */
export function useLookAt(photos: readonly Photo[]): void {
  const wanted = useStore(lookAtStore);
  const isHere = wanted !== null && photos.some(({ id }) => id === wanted);
  useEffect(() => {
    if (!isHere) return;
    return whenNoDialog(() => {
      lookAtStore.set(null);
      goTo(wanted);
    });
  }, [wanted, isHere]);
}
