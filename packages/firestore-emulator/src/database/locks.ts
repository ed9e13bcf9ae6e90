import { contention } from './errors';
import type { StoredChange } from './history';
import type { Document } from './types';

/** Holds or waits for locks: a transaction, or a commit without one, which holds nothing while it waits. */
export interface LockOwner {
  /** Smaller is older. A deadlock aborts the youngest transaction, so the oldest always succeeds. */
  age: number;
  /** Aborts the owner; must call `release`. Absent for commits without a transaction. */
  abort?: () => void;
}

type LockMode = 'shared' | 'exclusive';

interface Request<T> {
  owner: LockOwner;
  /** Documents it will read or write. Later requests for them queue behind it. */
  names: readonly string[];
  /** Returns the owners it must wait for now. Called again after every change of the locks. */
  blockers: () => Set<LockOwner>;
  /** Called once there are no blockers. */
  proceed: () => T;
}

interface Waiter extends Request<unknown> {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * The locks that read-write transactions hold, until they end, on the documents and query results they read. Writers
 * wait for them in a queue. Hand-written because this behaviour is what the emulator emulates.
 * Source: https://firebase.google.com/docs/firestore/transaction-data-contention
 */
export class Locks {
  private readonly held = new Map<string, Map<LockOwner, LockMode>>();
  private readonly queries = new Map<LockOwner, ((document: Document) => boolean)[]>();
  private readonly namesOf = new Map<LockOwner, Set<string>>();
  private waiters: Waiter[] = [];
  private waking = false;

  /** @param waitMillis how long a request waits before it fails as ABORTED */
  constructor(private readonly waitMillis: number) {}

  /** Whether no locks are held. */
  get idle(): boolean {
    return this.namesOf.size === 0 && this.queries.size === 0;
  }

  /** Runs the request once nothing blocks it. Rejects with ABORTED on a timeout or a deadlock. */
  run<T>(request: Request<T>): Promise<T> | T {
    if (request.blockers().size === 0 && this.inFront(request, this.waiters).size === 0) {
      const result = request.proceed();
      this.wake();
      return result;
    }
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(waiter), this.waitMillis);
      timer.unref();
      const waiter: Waiter = { ...request, resolve: resolve as (value: unknown) => void, reject, timer };
      this.waiters.push(waiter);
      if (this.holds(request.owner)) this.breakCircle();
    });
  }

  /** Locks documents. An owner always uses the same mode. */
  hold(owner: LockOwner, names: Iterable<string>, mode: LockMode): void {
    const owned = this.namesOf.get(owner) ?? new Set();
    this.namesOf.set(owner, owned);
    for (const name of names) {
      const holders = this.held.get(name) ?? new Map<LockOwner, LockMode>();
      this.held.set(name, holders);
      holders.set(owner, mode);
      owned.add(name);
    }
  }

  /** Prevents others from writing documents that the query returns before or after the write. */
  holdQuery(owner: LockOwner, matches: (document: Document) => boolean): void {
    this.queries.set(owner, [...(this.queries.get(owner) ?? []), matches]);
  }

  /** The owners whose locks block this read. */
  readBlockers(owner: LockOwner, names: Iterable<string>, mode: LockMode): Set<LockOwner> {
    const blockers = new Set<LockOwner>();
    for (const name of names) {
      for (const [holder, holderMode] of this.held.get(name) ?? []) {
        if (holder !== owner && (mode === 'exclusive' || holderMode === 'exclusive')) blockers.add(holder);
      }
    }
    return blockers;
  }

  /** The owners whose locks block these changes. */
  writeBlockers(owner: LockOwner, changes: readonly StoredChange[]): Set<LockOwner> {
    const blockers = this.readBlockers(
      owner,
      changes.map((change) => change.name),
      'exclusive',
    );
    for (const [holder, queries] of this.queries) {
      if (holder === owner) continue;
      const touched = changes.some(({ before, after }) =>
        queries.some((matches) => (before && matches(before)) || (after && matches(after))),
      );
      if (touched) blockers.add(holder);
    }
    return blockers;
  }

  /** Frees the owner's locks, rejects its waiting requests, and runs the requests that can now proceed. */
  release(owner: LockOwner): void {
    for (const name of this.namesOf.get(owner) ?? []) {
      const holders = this.held.get(name);
      holders?.delete(owner);
      if (holders?.size === 0) this.held.delete(name);
    }
    this.namesOf.delete(owner);
    this.queries.delete(owner);
    for (const waiter of this.waiters.filter((other) => other.owner === owner))
      this.settle(waiter).reject(contention());
    this.wake();
  }

  close(): void {
    for (const waiter of [...this.waiters]) this.settle(waiter).reject(contention());
  }

  private settle(waiter: Waiter): Waiter {
    clearTimeout(waiter.timer);
    this.waiters = this.waiters.filter((other) => other !== waiter);
    return waiter;
  }

  private giveUp(waiter: Waiter): void {
    this.settle(waiter).reject(contention());
    waiter.owner.abort?.();
    this.wake();
  }

  /** Earlier requests for the same documents. A lock holder may overtake them, because they may wait for it. */
  private inFront(request: Request<unknown>, queue: readonly Waiter[]): Set<LockOwner> {
    if (this.holds(request.owner)) return new Set();
    const wanted = new Set(request.names);
    return new Set(queue.filter((waiter) => waiter.names.some((name) => wanted.has(name))).map(({ owner }) => owner));
  }

  private holds(owner: LockOwner): boolean {
    return this.namesOf.has(owner) || this.queries.has(owner);
  }

  private allBlockers(waiter: Waiter): Set<LockOwner> {
    const blockers = waiter.blockers();
    for (const owner of this.inFront(waiter, this.waiters.slice(0, this.waiters.indexOf(waiter)))) blockers.add(owner);
    blockers.delete(waiter.owner);
    return blockers;
  }

  /** Runs waiting requests, oldest first, until none can proceed and there is no deadlock. */
  private wake(): void {
    if (this.waking) return;
    this.waking = true;
    do {
      for (let ready = this.nextReady(); ready; ready = this.nextReady()) this.grant(ready);
    } while (this.breakCircle());
    this.waking = false;
  }

  private nextReady(): Waiter | undefined {
    return this.waiters.find((waiter) => this.allBlockers(waiter).size === 0);
  }

  private grant(waiter: Waiter): void {
    const { resolve, reject, proceed } = this.settle(waiter);
    try {
      resolve(proceed());
    } catch (error) {
      reject(error);
    }
  }

  /**
   * Aborts the youngest transaction of a deadlock. Returns whether there was one. A deadlock arises from a new waiter,
   * but also from a lock granted to a waiting owner or a commit that changes what a waiting one would touch.
   */
  private breakCircle(): boolean {
    const [youngest] = this.circle()
      .filter((owner) => owner.abort)
      .sort((a, b) => b.age - a.age);
    youngest?.abort?.();
    return youngest !== undefined;
  }

  /** The owners of one deadlock, or an empty list. Owners without locks are never part of one. */
  private circle(): LockOwner[] {
    const waitsFor = new Map<LockOwner, Set<LockOwner>>();
    for (const waiter of this.waiters.filter(({ owner }) => this.holds(owner))) {
      const before = waitsFor.get(waiter.owner) ?? [];
      waitsFor.set(waiter.owner, new Set([...before, ...this.allBlockers(waiter)]));
    }
    const visited = new Set<LockOwner>();
    const walk = (owner: LockOwner, path: LockOwner[]): LockOwner[] => {
      if (path.includes(owner)) return path.slice(path.indexOf(owner));
      if (visited.has(owner)) return [];
      visited.add(owner);
      for (const next of waitsFor.get(owner) ?? []) {
        const found = walk(next, [...path, owner]);
        if (found.length > 0) return found;
      }
      return [];
    };
    for (const owner of waitsFor.keys()) {
      const found = walk(owner, []);
      if (found.length > 0) return found;
    }
    return [];
  }
}
