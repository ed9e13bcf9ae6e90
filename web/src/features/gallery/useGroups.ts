import { useState } from 'react';
import { olderVersionsStore } from '../../domain/photos/olderVersions';
import { groupsOf, type PhotoGroup, reuseGroups } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { useStore } from '../../lib/store';

/**
 * Returns the groups of the photos on the page, or of those that a search has found, with all versions that are known.
 * A group in which nothing changed stays the same object.
 */
export function useGroups(listed: readonly Photo[], found: readonly Photo[] | null = null): readonly PhotoGroup[] {
  const older = useStore(olderVersionsStore);
  const make = () => groupsOf(found ?? listed, found ? [...listed, ...older] : older);
  const [known, setKnown] = useState(() => ({ found, listed, older, groups: make() }));
  if (known.found === found && known.listed === listed && known.older === older) return known.groups;
  const groups = reuseGroups(known.groups, make());
  setKnown({ found, listed, older, groups });
  return groups;
}
