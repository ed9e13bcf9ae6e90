import { useEffect } from 'react';

/**
 * Focuses a photo's card, or the page's content if the card is not in the page. For when the focused element is gone:
 * otherwise the keyboard would start at the top again.
 */
export function focusCard(photoId: string | undefined): void {
  const card = photoId && document.querySelector<HTMLElement>(`[data-photo="${photoId}"]`);
  (card || document.querySelector('main'))?.focus({ preventScroll: true });
}

/** For a dialog's content: if the button that opened the dialog is gone, the focus goes to the card afterwards. */
export function useFocusBackToCard(photoId: string): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusCard(photoId);
    },
    [photoId],
  );
}
