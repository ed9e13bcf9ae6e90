import type { StoredChange } from './history';
import { collectionOf, lastSegment } from './names';
import type { TargetView } from './targetView';

/** A target that a client listens to. */
export interface ActiveTarget {
  id: number;
  view: TargetView;
  subscriber: Subscriber;
}

export interface Subscriber {
  /** Receives one commit's changes, by the targets they may concern. `time` is in microseconds. */
  deliver(time: number, concerned: ReadonlyMap<ActiveTarget, StoredChange[]>): void;
}

/** Finds the targets that a change may concern without visiting the others. */
export class ListenRegistry {
  private readonly byKey = new Map<string, Set<ActiveTarget>>();
  private readonly queue: { time: number; changes: readonly StoredChange[] }[] = [];
  private delivering = false;

  add(target: ActiveTarget): void {
    for (const key of keysOf(target.view)) {
      const targets = this.byKey.get(key) ?? new Set();
      targets.add(target);
      this.byKey.set(key, targets);
    }
  }

  remove(target: ActiveTarget): void {
    for (const key of keysOf(target.view)) {
      const targets = this.byKey.get(key);
      targets?.delete(target);
      if (targets?.size === 0) this.byKey.delete(key);
    }
  }

  /** Notifies the subscribers. A commit made during a notification waits, so that all see commits in the same order. */
  publish(time: number, changes: readonly StoredChange[]): void {
    if (this.byKey.size === 0) return;
    this.queue.push({ time, changes });
    if (this.delivering) return;
    this.delivering = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) this.deliver(next.time, next.changes);
    } finally {
      this.delivering = false;
    }
  }

  private deliver(time: number, changes: readonly StoredChange[]): void {
    const concerned = new Map<Subscriber, Map<ActiveTarget, StoredChange[]>>();
    for (const change of changes) {
      for (const target of this.targetsOf(change.name)) {
        const ofSubscriber = concerned.get(target.subscriber) ?? new Map<ActiveTarget, StoredChange[]>();
        concerned.set(target.subscriber, ofSubscriber);
        ofSubscriber.set(target, [...(ofSubscriber.get(target) ?? []), change]);
      }
    }
    for (const [subscriber, targets] of concerned) subscriber.deliver(time, targets);
  }

  private targetsOf(name: string): Set<ActiveTarget> {
    const collection = collectionOf(name);
    const keys = [name, `${collection}/`, `group:${lastSegment(collection)}`, 'kindless'];
    return new Set(keys.flatMap((key) => [...(this.byKey.get(key) ?? [])]));
  }
}

/** A collection's key ends in a slash, so that it never equals a document's key. */
function keysOf({ interest }: TargetView): readonly string[] {
  if ('names' in interest) return interest.names;
  const { scope } = interest;
  if (scope.kind === 'collection') return [`${scope.path}/`];
  return [scope.kind === 'group' ? `group:${scope.collectionId}` : 'kindless'];
}
