declare global {
  interface Window {
    /** What was done to the page before boot.ts ran. Null from then on. */
    earlyEvents?: Event[] | null;
    /** Says that the page's code did not arrive, and shows the page whoever was expected (inline.ts). */
    sayLost(): void;
  }
}

/**
 * Sends the events again that the inline script kept (inline.ts), now that somebody listens. On a slow network the
 * page is painted, and may be used, before its first script has arrived.
 */
export function replayEarlyEvents(): void {
  const events = window.earlyEvents ?? [];
  window.earlyEvents = null;
  for (const event of events) event.target?.dispatchEvent(event);
}
