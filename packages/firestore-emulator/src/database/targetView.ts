import type { StoredChange } from './history';
import type { QueryScope } from './queryScope';
import type { Snapshot } from './snapshot';
import type { Document } from './types';

/** What a listener must receive: documents to add or replace, and names that left the target. */
export interface TargetUpdate {
  changed: Document[];
  removed: { name: string; deleted: boolean }[];
}

/** A resumed target: what to send, and how many documents the target had then and has now. */
export interface Reopened {
  update: TargetUpdate;
  countThen: number;
  countNow: number;
}

/** The documents of a target, independent of who listens and how. */
export interface TargetView {
  /** Which changes concern it. */
  readonly interest: { names: readonly string[] } | { scope: QueryScope };
  /** Returns all documents of the target. Later updates start from here. */
  open(now: Snapshot): TargetUpdate;
  /** Returns the changes between two snapshots. Later updates start from `now`. */
  reopen(then: Snapshot, now: Snapshot): Reopened;
  /** Applies one commit. Throws PERMISSION_DENIED if the listener may no longer read the target. */
  update(changes: readonly StoredChange[]): TargetUpdate;
}

/** The difference between two sets of documents. An unchanged document must be the same object in both. */
export function difference(
  then: readonly Document[],
  now: readonly Document[],
  exists: (name: string) => boolean,
): TargetUpdate {
  const before = new Map(then.map((document) => [document.name, document]));
  const changed = now.filter((document) => before.get(document.name) !== document);
  for (const document of now) before.delete(document.name);
  return { changed, removed: [...before.keys()].map((name) => ({ name, deleted: !exists(name) })) };
}
