import { useEffect, useRef } from 'react';
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

function goToCard(card: HTMLElement): void {
  const fits = card.offsetHeight < window.innerHeight;
  card.scrollIntoView({ block: fits ? 'center' : 'start' });
  card.focus({ preventScroll: true });
}

/** Longer than a row takes to be drawn that has come near the window, also on a device that scrolls in slow steps. */
const ROW_LIMIT_MS = 10_000;

function goTo(photoId: string, listAll: () => void): void {
  const card = cardOf(photoId);
  if (card) {
    goToCard(card);
    return;
  }
  listAll();
  // Only rows near the window are in the page. A new photo is in the first one, which is drawn once it is near.
  document.querySelector('main')?.scrollIntoView({ block: 'start' });
  const drawn = new MutationObserver(() => {
    const late = cardOf(photoId);
    if (!late) return;
    drawn.disconnect();
    goToCard(late);
  });
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), ROW_LIMIT_MS);
}

/** Goes to the card that `lookAt` names. `listAll` ends a search that has not found it. */
export function useLookAt(photos: readonly Photo[], listAll: () => void): void {
  const wanted = useStore(lookAtStore);
  const isHere = wanted !== null && photos.some(({ id }) => id === wanted);
  const onMissing = useRef(listAll);
  onMissing.current = listAll;
  useEffect(() => {
    if (!isHere) return;
    return whenNoDialog(() => {
      lookAtStore.set(null);
      goTo(wanted, onMissing.current);
    });
  }, [wanted, isHere]);
}
