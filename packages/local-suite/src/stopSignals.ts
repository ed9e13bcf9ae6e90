import type { EventEmitter } from 'node:events';

/** npm passes on a Ctrl-C that the terminal has already sent to everybody: both come within this time. */
const SAME_PRESS_MS = 500;

/** Calls `first` at the first signal to stop, and `again` once, at a later one that is not its echo. */
export function onStopSignals(
  source: EventEmitter,
  { first, again, now = Date.now }: { first(signal: NodeJS.Signals): void; again(): void; now?: () => number },
): void {
  let presses = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    source.on(signal, () => {
      const isEcho = now() - last < SAME_PRESS_MS;
      last = now();
      if (isEcho) return;
      presses += 1;
      if (presses === 1) first(signal);
      if (presses === 2) again();
    });
  }
}
