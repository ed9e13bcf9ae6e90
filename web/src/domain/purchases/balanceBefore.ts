// Why: docs/decisions/2026-11-23-checkout.md
import { readStored, writeStored } from '../../lib/browserStorage';
import { creditsStore } from '../account/creditsStore';
import { lastSeenOf } from '../account/lastSeen';

/** In this tab's storage, which outlasts the way to the checkout and back. */
const KEY = 'heirlight.balanceBefore';

interface Before {
  userId: string;
  restores: number;
}

/** Keeps the balance that is known when the user leaves for the checkout: the return asks whether it grew. */
export function keepBalance(userId: string): void {
  const { status, restoresAvailable } = creditsStore.get();
  const restores = status === 'ready' ? restoresAvailable : lastSeenOf(userId).restores;
  // Where it is refused, the return has less to compare with.
  writeStored('sessionStorage', KEY, restores === null ? null : JSON.stringify({ userId, restores } satisfies Before));
}

/** Returns the kept balance, in restores, once; null if none was kept of this user. */
export function takeBalance(userId: string): number | null {
  const before: Before | null = JSON.parse(readStored('sessionStorage', KEY) ?? 'null');
  writeStored('sessionStorage', KEY, null);
  return before?.userId === userId ? before.restores : null;
}
