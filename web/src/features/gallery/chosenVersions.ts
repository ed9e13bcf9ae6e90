import { type PhotoGroup, shownVersion } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { createStore } from '../../lib/store';

/** The version that each group's card shows by choice, also of those cards that are scrolled far out of the page. */
export const chosenVersionsStore = createStore<Readonly<Record<string, string>>>({});

/** The version that the group's card shows. */
export function seenVersion(group: PhotoGroup, chosen = chosenVersionsStore.get()[group.id]): Photo {
  return group.versions.find(({ id }) => id === chosen) ?? shownVersion(group);
}
