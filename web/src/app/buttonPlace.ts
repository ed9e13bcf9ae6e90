/** The buttons that open a dialog, in their order: the same in what the build rendered and in what React draws. */
const openers = () => [...document.querySelectorAll<HTMLElement>('#root button[data-opens]')];

/** A button's words are no name for it: a translator changes them. */
export const placeOf = (button: HTMLElement | undefined): number => (button ? openers().indexOf(button) : -1);

export const openerAt = (place: number): HTMLElement | undefined => openers()[place];

/**
 * Carries a press out once, on the page as React draws it. React takes the button over, or throws it away, at the latest
 * when it is pressed: then the press is for the one in its place.
 */
export function pressOnDrawn(pressed: HTMLElement | undefined, draw: () => void): void {
  const place = placeOf(pressed);
  draw();
  pressed?.click();
  if (pressed && !pressed.isConnected) openerAt(place)?.click();
}
