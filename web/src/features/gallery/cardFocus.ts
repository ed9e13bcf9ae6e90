import { useEffect } from 'react';

/** Returns the card of a group or of one of its versions, if it is in the page. */
export function cardOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-group="${id}"], [data-versions~="${id}"]`);
}

/**
 * Focuses a photo's card, or the page's content if the card is not in the page or is leaving it. For when the focused
 * element is gone: otherwise the keyboard would start at the top again.
 */
export function focusCard(id: string | undefined): void {
  const card = id === undefined ? null : cardOf(id);
  (card && !card.closest('[inert]') ? card : document.querySelector('main'))?.focus({ preventScroll: true });
}

/** For a dialog's content: if the button that opened the dialog is gone, the focus goes to the card afterwards. */
export function useFocusBackToCard(id: string): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusCard(id);
    },
    [id],
  );
}

/** Returns the id of the group after this card's, or before it if this is the last. Cards that are leaving do not count. */
export function neighbourOf(card: HTMLElement | null): string | undefined {
  const item = card?.closest('li');
  if (!item?.parentElement) return undefined;
  const items = [...item.parentElement.children].filter((one) => one === item || !one.matches('[inert]'));
  const place = items.indexOf(item);
  return (items[place + 1] ?? items[place - 1])?.querySelector<HTMLElement>('[data-group]')?.dataset.group;
}
