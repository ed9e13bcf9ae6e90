import { whenParentGone } from '@heirlight/emulator-kit/process';

/**
 * Ends this process cleanly on SIGINT and SIGTERM, and when its parent died: firebase-tools starts emulators detached,
 * so that nobody else would.
 */
export function stopWithParent(close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void close().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  whenParentGone(stop);
}
