/** `early`: the files that were dropped or pasted. The browser lets nobody read them later. */
type EarlyEvent = Event & { early?: File[] };

declare global {
  interface Window {
    /** What was done to the page before boot.ts ran. Null from then on. */
    earlyEvents?: EarlyEvent[] | null;
  }
}

/**
 * Sends the events again that the inline script kept (documentHead.ts), now that somebody listens. On a slow network the
 * page is painted, and may be used, before its first script has arrived.
 */
export function replayEarlyEvents(): void {
  const events = window.earlyEvents ?? [];
  window.earlyEvents = null;
  for (const event of events) {
    const { type, target, early } = event;
    target?.dispatchEvent(Object.assign(new (event.constructor as typeof Event)(type, event), { early }));
  }
}
