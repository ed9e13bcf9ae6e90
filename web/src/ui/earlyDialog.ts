/** Sent to an early dialog: it gives its place to React's, which the event names, or goes if there is none. */
export const REPLACE_EARLY = 'replace-early';

/** Returns the prerendered dialog that stands in the page until React has drawn its own (app/early.ts). */
export const earlyDialog = (): HTMLElement | null =>
  globalThis.document?.querySelector<HTMLElement>('[data-early]') ?? null;

/** Puts a dialog in the place of the early one, with what was typed, the focus and a deferred press. */
export function replaceEarly(to?: Element | null): void {
  earlyDialog()?.dispatchEvent(new CustomEvent(REPLACE_EARLY, { detail: to }));
}
