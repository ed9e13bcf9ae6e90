/** Smaller differences are the network's. */
const LEAST_MS = 5_000;

/** By how much this device's clock is ahead of the server's, in ms. Many are wrong by hours or years. */
let aheadMs = 0;

/** Notes what time it is on the server, as a response just said. @param at ISO 8601 */
export function noteServerTime(at: string): void {
  const difference = Date.now() - Date.parse(at);
  aheadMs = Math.abs(difference) < LEAST_MS ? 0 : difference;
}

/** Returns the time in ms since 1970 as the server has it, as far as is known. Compare times of the server with it. */
export const serverNow = (): number => Date.now() - aheadMs;
