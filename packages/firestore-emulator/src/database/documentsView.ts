import type { Authorizer } from './api';
import type { StoredChange } from './history';
import type { Snapshot } from './snapshot';
import { difference, type Reopened, type TargetUpdate, type TargetView } from './targetView';

/** A target that names its documents. Every change is checked against the rules again, as they may depend on data. */
export class DocumentsView implements TargetView {
  readonly interest: { names: readonly string[] };

  constructor(
    private readonly names: readonly string[],
    private readonly auth: Authorizer | undefined,
  ) {
    this.interest = { names };
  }

  open(now: Snapshot): TargetUpdate {
    return this.update(this.names.map((name) => ({ name, before: null, after: now.get(name) })));
  }

  reopen(then: Snapshot, now: Snapshot): Reopened {
    const present = (snapshot: Snapshot) => this.names.flatMap((name) => snapshot.get(name) ?? []);
    this.ask(this.names.map((name) => ({ name, after: now.get(name) })));
    const before = present(then);
    const after = present(now);
    return {
      update: difference(before, after, (name) => now.get(name) !== null),
      countThen: before.length,
      countNow: after.length,
    };
  }

  update(changes: readonly StoredChange[]): TargetUpdate {
    this.ask(changes);
    return {
      changed: changes.flatMap(({ after }) => after ?? []),
      removed: changes.flatMap(({ name, after }) => (after ? [] : [{ name, deleted: true }])),
    };
  }

  private ask(documents: readonly Pick<StoredChange, 'name' | 'after'>[]): void {
    const lookedUp = new Set<string>();
    for (const { name, after } of documents) this.auth?.get(name, after, { lookedUp });
  }
}
