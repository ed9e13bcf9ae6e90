import type { TargetUpdate } from './targetView';
import type { Document, ListenResponse } from './types';

interface Merged {
  document?: Document;
  targetIds: number[];
  removedTargetIds: number[];
  deleted: boolean;
}

/**
 * The messages that tell a stream's targets about one commit: one per document, for all its targets.
 *
 * @param readTime RFC 3339
 */
export function documentResponses(updates: ReadonlyMap<number, TargetUpdate>, readTime: string): ListenResponse[] {
  const merged = new Map<string, Merged>();
  const entry = (name: string): Merged => {
    const known = merged.get(name) ?? { targetIds: [], removedTargetIds: [], deleted: false };
    merged.set(name, known);
    return known;
  };
  for (const [targetId, { changed, removed }] of updates) {
    for (const document of changed) {
      const item = entry(document.name);
      item.document = document;
      item.targetIds.push(targetId);
    }
    for (const { name, deleted } of removed) {
      const item = entry(name);
      item.deleted ||= deleted;
      item.removedTargetIds.push(targetId);
    }
  }
  return [...merged].map(([name, item]) => response(name, item, readTime));
}

function response(
  name: string,
  { document, targetIds, removedTargetIds, deleted }: Merged,
  readTime: string,
): ListenResponse {
  if (document)
    return { documentChange: { document, targetIds, ...(removedTargetIds.length > 0 && { removedTargetIds }) } };
  const gone = { document: name, removedTargetIds, readTime };
  return deleted ? { documentDelete: gone } : { documentRemove: gone };
}
