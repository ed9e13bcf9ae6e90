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
  try {
    if (restores === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ userId, restores } satisfies Before));
  } catch {
    // Storage can be refused. The return then has less to compare with.
  }
}

/** Returns the kept balance, in restores, once; null if none was kept of this user. */
export function takeBalance(userId: string): number | null {
  try {
    const before: Before | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return before?.userId === userId ? before.restores : null;
  } catch {
    return null;
  }
}
