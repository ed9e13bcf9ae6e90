import type { DocumentStore } from './documentStore';
import type { QueryPlan } from './queryPlan';
import { type QueryResult, runPlan } from './queryRunner';
import { formatMicros } from './timestamps';
import type { Document } from './types';

/** One moment of the database to read at: the present, or a recent past. */
export class Snapshot {
  /** RFC 3339 */
  readonly readTime: string;
  private readonly past: Map<string, Document | null> | undefined;

  /** @param time microseconds, within what the store's history knows */
  constructor(
    private readonly store: DocumentStore,
    readonly time: number,
  ) {
    this.readTime = formatMicros(time);
    const past = store.history.stateAt(time);
    this.past = past.size > 0 ? past : undefined;
  }

  get(name: string): Document | null {
    return this.past?.has(name) ? (this.past.get(name) ?? null) : this.store.get(name);
  }

  run(plan: QueryPlan): QueryResult {
    return runPlan(plan, this.store, this.past);
  }
}
