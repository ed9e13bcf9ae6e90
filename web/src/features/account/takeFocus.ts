/** For buttons of which each takes the place of the other: the focus of the one that went goes to the one that came. */
export function takeFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}
