import type { StoredChange } from './history';
import type { QueryScope } from './queryScope';
import type { Snapshot } from './snapshot';
import type { Document } from './types';

/** What a listener has to be told: documents to add or replace, and names that are no longer part of the target. */
export interface TargetUpdate {
  changed: Document[];
  removed: { name: string; deleted: boolean }[];
}

/** A resumed target: what to tell, and how many documents were in view before and are now. */
export interface Reopened {
  update: TargetUpdate;
  countThen: number;
  countNow: number;
}

/** What a target has in view, without regard to who is told and how. */
export interface TargetView {
  /** Which changes it wants to hear of. */
  readonly interest: { names: readonly string[] } | { scope: QueryScope };
  /** Everything in view; later updates start from here. */
  open(now: Snapshot): TargetUpdate;
  /** What happened between two moments; later updates go on from `now`. */
  reopen(then: Snapshot, now: Snapshot): Reopened;
  /** What one commit's changes mean for the target. Throws PERMISSION_DENIED when the listener may no longer look. */
  update(changes: readonly StoredChange[]): TargetUpdate;
}

/** The step from one set of documents to another. A document that did not change is the same object in both. */
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
