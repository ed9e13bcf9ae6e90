import { useEffect } from 'react';

/**
 * Puts the focus on a photo's card, or on the page's content where the card is not: what had the focus is gone, and the
 * keyboard must not begin at the top again.
 */
export function focusCard(photoId: string | undefined): void {
  const card = photoId && document.querySelector<HTMLElement>(`[data-photo="${photoId}"]`);
  (card || document.querySelector('main'))?.focus({ preventScroll: true });
}

/** For what a dialog shows: the focus it cannot give back, because the button that opened it is gone, goes to the card. */
export function useFocusBackToCard(photoId: string): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusCard(photoId);
    },
    [photoId],
  );
}
