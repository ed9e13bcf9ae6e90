/**
 * Keeps the screen on, until the returned function is called: a phone that sleeps stops what it sends. The browser ends
 * it when the page is hidden, so it is asked for again. Does nothing where there is no such lock, or the battery is low.
 * Source: https://www.w3.org/TR/screen-wake-lock/
 */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
  const ask = () => {
    if (document.visibilityState === 'visible') lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock?.then((held) => held?.release());
  };
}
