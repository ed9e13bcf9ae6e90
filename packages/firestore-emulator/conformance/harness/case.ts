import { AssertionError, ok } from './assert';
import type { Driver, ListenEvent, Query } from './driver';

/** A collection that only one case uses. */
export interface Scope {
  /** A fresh collection id, also usable as a collection group. */
  collection: string;
  /** A path in that collection. */
  doc(id: string): string;
}

/**
 * What not every client can do. The lite SDK has no listeners, and takes a refused transaction for one to try again,
 * because it sees HTTP's status only. firebase-admin writes -0 as 0 over REST.
 */
export type Feature = 'listeners' | 'negative zero' | 'exact codes';

export interface Case {
  name: string;
  /** For a feature only one kind of SDK has. */
  only?: 'admin' | 'web';
  needs?: Feature;
  run(db: Driver, scope: Scope): Promise<void>;
}

let scopes = 0;

export function newScope(): Scope {
  const collection = `c${Date.now().toString(36)}${(scopes++).toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return { collection, doc: (id) => `${collection}/${id}` };
}

/** Expects the promise to reject with this gRPC code, e.g. `NOT_FOUND`. */
export async function fails(db: Driver, promise: Promise<unknown>, code: string): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('failed without a reason'),
  );
  ok(error !== undefined, `the call fails with ${code}`);
  const actual = db.codeOf(error);
  const isSame = actual === code || (db.sameCodes?.includes(actual) && db.sameCodes.includes(code));
  if (!isSame) throw new AssertionError(`Failed with ${actual}, wanted ${code}: ${String(error)}`);
}

/** A listener whose events can be awaited in order. */
interface Recording {
  events: ListenEvent[];
  /** Returns the next event that satisfies the predicate. Later calls consider only later events. */
  until(predicate: (event: ListenEvent) => boolean, what: string): Promise<ListenEvent>;
  error(): Promise<unknown>;
  stop(): void;
}

const PATIENCE_MS = 8000;

/** Listens and keeps every event. What is awaited fails after `patienceMs`. */
export function record(db: Driver, target: string | Query, patienceMs = PATIENCE_MS): Recording {
  const events: ListenEvent[] = [];
  let failure: unknown;
  let seen = 0;
  let wake: () => void = () => undefined;
  const stop = db.listen(target, {
    next: (event) => {
      events.push(event);
      wake();
    },
    error: (error) => {
      failure = error;
      wake();
    },
  });
  const wait = async <T>(look: () => T | undefined, what: string): Promise<T> => {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new AssertionError(`Waited in vain for ${what}; saw ${JSON.stringify(events)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 250);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  return {
    events,
    until: (predicate, what) =>
      wait(() => {
        if (failure !== undefined) throw failure;
        while (seen < events.length) {
          const event = events[seen++];
          if (event && predicate(event)) return event;
        }
        return undefined;
      }, what),
    error: () => wait(() => failure, 'an error'),
    stop,
  };
}
