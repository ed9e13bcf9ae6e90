import type { DocumentStore } from './documentStore';
import type { QueryPlan } from './queryPlan';
import { type QueryResult, runPlan } from './queryRunner';
import { formatMicros } from './timestamps';
import type { Document } from './types';

/** The database at one point in time: now, or recently. */
export class Snapshot {
  /** RFC 3339 */
  readonly readTime: string;
  private readonly past: Map<string, Document | null> | undefined;

  /** @param time microseconds; the store's history must know it */
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
