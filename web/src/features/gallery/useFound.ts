import { useState } from 'react';
import type { Photo } from '../../domain/photos/photosStore';

/** Keeps photos that were read beside the page's own. Those of them that are on the page change and go with it. */
export function useFound(listed: readonly Photo[]) {
  const [found, setFound] = useState<readonly Photo[] | null>(null);
  /** Those photos that were on the page before: one of them that is gone is deleted, and not found any more. */
  const [before, setBefore] = useState(listed);
  if (before !== listed) {
    setBefore(listed);
    const [here, were] = [new Map(listed.map((photo) => [photo.id, photo])), new Set(before.map(({ id }) => id))];
    setFound(found?.flatMap((photo) => here.get(photo.id) ?? (were.has(photo.id) ? [] : photo)) ?? null);
  }
  return [found, setFound] as const;
}
