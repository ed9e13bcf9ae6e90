import { collectionOf, lastSegment } from './names';
import type { StructuredQuery } from './types';

/** Which documents a query is about, before any filter. */
export type QueryScope =
  | { kind: 'collection'; path: string }
  | { kind: 'group'; parent: string; collectionId: string }
  /** No collection id: the documents of every collection right below the parent, or anywhere below. */
  | { kind: 'kindless'; parent: string; deep: boolean };

export function queryScope(parent: string, query: StructuredQuery): QueryScope {
  const { collectionId, allDescendants } = query.from?.[0] ?? {};
  if (!collectionId) return { kind: 'kindless', parent, deep: allDescendants === true };
  return allDescendants
    ? { kind: 'group', parent, collectionId }
    : { kind: 'collection', path: `${parent}/${collectionId}` };
}

export function inScope(scope: QueryScope, name: string): boolean {
  const collection = collectionOf(name);
  if (scope.kind === 'collection') return collection === scope.path;
  if (!name.startsWith(`${scope.parent}/`)) return false;
  if (scope.kind === 'group') return lastSegment(collection) === scope.collectionId;
  return scope.deep || collectionOf(collection) === scope.parent;
}
