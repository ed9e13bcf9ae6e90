import type { DocumentStore } from './documentStore';
import { candidates } from './queryCandidates';
import type { QueryPlan } from './queryPlan';
import type { Document } from './types';

export interface QueryResult {
  documents: Document[];
  /** Number of documents that the offset skipped. */
  skipped: number;
}

/**
 * Runs a planned query.
 *
 * @param past to read at a past time: the state at that time of the documents that have changed since
 */
export function runPlan(
  plan: QueryPlan,
  store: DocumentStore,
  past?: ReadonlyMap<string, Document | null>,
): QueryResult {
  const wanted = plan.offset + plan.limit;
  const matching = past ? pastMatches(plan, store, past) : presentMatches(plan, store, wanted);
  const documents = matching.slice(plan.offset, wanted);
  return {
    documents: plan.nearest ? plan.nearest(documents) : documents,
    skipped: Math.min(plan.offset, matching.length),
  };
}

/** Returns matches in the query's order. Stops after `wanted` if the index has that order. */
function presentMatches(plan: QueryPlan, store: DocumentStore, wanted: number): Document[] {
  const { documents, ordered } = candidates(plan, store);
  const found: Document[] = [];
  for (const document of documents) {
    if (ordered && found.length >= wanted) break;
    if (plan.matches(document)) found.push(document);
    else if (ordered && plan.selects(document) && plan.isPastEnd(document)) break;
  }
  return ordered ? found : found.sort(plan.compare);
}

function pastMatches(plan: QueryPlan, store: DocumentStore, past: ReadonlyMap<string, Document | null>): Document[] {
  const found: Document[] = [];
  for (const document of candidates(plan, store).documents) {
    if (!past.has(document.name) && plan.matches(document)) found.push(document);
  }
  for (const document of past.values()) if (document && plan.matches(document)) found.push(document);
  return found.sort(plan.compare);
}
