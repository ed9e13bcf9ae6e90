import { setTimeout as sleep } from 'node:timers/promises';
import { contention, FirestoreError, type StatusName } from '../database/errors';

/** Faults for tests of clients. Everything is off by default. Each `POST` replaces the whole plan. */
export interface FaultPlan {
  /** Delay of every call in milliseconds. */
  delayMs?: number;
  /** How many of the next commits fail as ABORTED, without being applied. */
  abortNextCommits?: number;
  /** How many of the next calls of any kind fail, without being applied, and with which status. */
  failNext?: { count: number; status: StatusName };
  /** How many of the next calls are applied while their reply is lost; the client receives UNAVAILABLE. */
  dropNextReplies?: number;
  /**
   * Milliseconds after which an abandoned transaction loses its locks. Default: 60,000, as in Firestore. For example,
   * a transaction is abandoned if the reply that carries its id is lost.
   */
  transactionIdleMs?: number;
}

export interface Faults {
  replace(plan: FaultPlan): void;
  readonly plan: FaultPlan;
  /** Runs one call under the plan. */
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
