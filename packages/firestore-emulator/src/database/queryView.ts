import type { StoredChange } from './history';
import type { QueryPlan } from './queryPlan';
import type { QueryScope } from './queryScope';
import type { Snapshot } from './snapshot';
import { SortedList } from './sortedList';
import { difference, type Reopened, type TargetUpdate, type TargetView } from './targetView';
import type { Document } from './types';

/**
 * A target that is a query. Without limit and offset, a change affects only its own document. With one of them, all
 * matches are kept in order, so that it is known what moves into the window without running the query again.
 */
export class QueryView implements TargetView {
  readonly interest: { scope: QueryScope };
  private readonly unlimited: QueryPlan;
  private readonly windowed: boolean;
  private readonly matching: SortedList<Document>;
  private window: Document[] = [];

  constructor(private readonly plan: QueryPlan) {
    this.interest = { scope: plan.scope };
    this.unlimited = { ...plan, offset: 0, limit: Number.POSITIVE_INFINITY };
    this.windowed = plan.offset > 0 || Number.isFinite(plan.limit);
    this.matching = new SortedList(plan.compare);
  }

  open(now: Snapshot): TargetUpdate {
    if (!this.windowed) return { changed: now.run(this.plan).documents, removed: [] };
    for (const document of now.run(this.unlimited).documents) this.matching.insert(document);
    this.window = this.currentWindow();
    return { changed: this.window, removed: [] };
  }

  reopen(then: Snapshot, now: Snapshot): Reopened {
    const before = then.run(this.plan).documents;
    const { changed } = this.open(now);
    return {
      update: difference(before, changed, (name) => now.get(name) !== null),
      countThen: before.length,
      countNow: changed.length,
    };
  }

  update(changes: readonly StoredChange[]): TargetUpdate {
    const relevant = changes
      .map((change) => ({ ...change, was: this.has(change.before), is: this.has(change.after) }))
      .filter(({ was, is }) => was || is);
    if (!this.windowed) {
      return {
        changed: relevant.flatMap(({ after, is }) => (after && is ? [after] : [])),
        removed: relevant.filter(({ is }) => !is).map(({ name, after }) => ({ name, deleted: after === null })),
      };
    }
    if (relevant.length === 0) return { changed: [], removed: [] };
    for (const { before, was } of relevant) if (before && was) this.matching.delete(before);
    for (const { after, is } of relevant) if (after && is) this.matching.insert(after);
    const earlier = this.window;
    this.window = this.currentWindow();
    const deleted = new Set(relevant.filter(({ after }) => after === null).map(({ name }) => name));
    return difference(earlier, this.window, (name) => !deleted.has(name));
  }

  private has(document: Document | null): boolean {
    return document !== null && this.plan.matches(document);
  }

  private currentWindow(): Document[] {
    const window: Document[] = [];
    let position = 0;
    for (const document of this.matching.ascending()) {
      if (position >= this.plan.offset + this.plan.limit) break;
      if (position >= this.plan.offset) window.push(document);
      position += 1;
    }
    return window;
  }
}
