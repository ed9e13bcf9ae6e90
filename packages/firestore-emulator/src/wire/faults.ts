import { setTimeout as sleep } from 'node:timers/promises';
import { contention, FirestoreError, type StatusName } from '../database/errors';

/** Trouble to make, for tests of clients. Everything is off until asked for; each `POST` replaces the whole plan. */
export interface FaultPlan {
  /** Milliseconds every call waits before it is carried out. */
  delayMs?: number;
  /** How many of the next commits are refused as ABORTED, unapplied. */
  abortNextCommits?: number;
  /** How many of the next calls of any kind are refused, unapplied, and how. */
  failNext?: { count: number; status: StatusName };
  /** How many of the next calls are carried out while their reply is lost (the client reads UNAVAILABLE). */
  dropNextReplies?: number;
  /**
   * Milliseconds after which a transaction nobody speaks of any more gives its locks back; Firestore's minute unless told. A transaction
   * whose first reply was lost is such a one: its client never learnt its name.
   */
  transactionIdleMs?: number;
}

export interface Faults {
  replace(plan: FaultPlan): void;
  readonly plan: FaultPlan;
  /** Runs one call under the plan. `kind` tells a commit from everything else. */
  around<T>(kind: 'commit' | 'other', run: () => Promise<T>): Promise<T>;
}

export function createFaults(): Faults {
  let plan: FaultPlan = {};
  const take = (key: 'abortNextCommits' | 'dropNextReplies'): boolean => {
    const left = plan[key] ?? 0;
    if (left > 0) plan = { ...plan, [key]: left - 1 };
    return left > 0;
  };
  return {
    get plan() {
      return plan;
    },
    replace(next) {
      plan = next;
    },
    async around(kind, run) {
      if (plan.delayMs) await sleep(plan.delayMs);
      if (plan.failNext && plan.failNext.count > 0) {
        const { count, status } = plan.failNext;
        plan = { ...plan, failNext: { count: count - 1, status } };
        throw new FirestoreError(status, `A planned fault: ${status}.`);
      }
      if (kind === 'commit' && take('abortNextCommits')) throw contention();
      const result = await run();
      if (take('dropNextReplies')) throw new FirestoreError('UNAVAILABLE', 'A planned fault: the reply was lost.');
      return result;
    },
  };
}
