import { checkCollectionId, collectionOf, lastSegment } from './names';
import type { StructuredQuery } from './types';

/** The documents that a query considers before any filter. */
export type QueryScope =
  | { kind: 'collection'; path: string }
  | { kind: 'group'; parent: string; collectionId: string }
  /** Without a collection id: all collections of the parent, or (`deep`) all at any depth below it. */
  | { kind: 'kindless'; parent: string; deep: boolean };

/** Throws INVALID_ARGUMENT for a collection id that cannot exist. */
export function queryScope(parent: string, query: StructuredQuery): QueryScope {
  const { collectionId, allDescendants } = query.from?.[0] ?? {};
  if (!collectionId) return { kind: 'kindless', parent, deep: allDescendants === true };
  checkCollectionId(collectionId);
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
