import { groupIdOf } from '@heirlight/contract/photo';
import type { Photo } from '../firebase/photoDocument';

/** One photograph: an upload and everything restored from it. Shown as one card. */
export interface PhotoGroup {
  id: string;
  /** When its newest version was made; the list is in this order. */
  created_at: Date;
  /** Newest first, at least one. */
  versions: readonly Photo[];
}

/**
 * Returns the groups of a list of photos, both newest first. `more` are photos beside the list, of pages not read yet
 * for instance: versions of listed photos among them join those, and the others are left out.
 */
export function groupsOf(photos: readonly Photo[], more: readonly Photo[] = []): PhotoGroup[] {
  const groups = new Map<string, { id: string; created_at: Date; versions: Photo[] }>();
  for (const photo of photos) {
    const id = groupIdOf(photo);
    const group = groups.get(id);
    if (group) group.versions.push(photo);
    else groups.set(id, { id, created_at: photo.created_at, versions: [photo] });
  }
  for (const photo of more) {
    const versions = groups.get(groupIdOf(photo))?.versions;
    if (!versions?.every(({ id }) => id !== photo.id)) continue;
    versions.push(photo);
    versions.sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
  }
  return [...groups.values()];
}

/** Returns `next` with the objects of `previous` where nothing changed, so that unchanged cards do not render. */
export function reuseGroups(previous: readonly PhotoGroup[], next: readonly PhotoGroup[]): PhotoGroup[] {
  const known = new Map(previous.map((group) => [group.id, group]));
  return next.map((group) => {
    const before = known.get(group.id);
    const isSame =
      before?.versions.length === group.versions.length &&
      before.versions.every((photo, index) => photo === group.versions[index]);
    return isSame ? before : group;
  });
}

/** Returns the version that a card shows first: the favourite, else the newest that succeeded, else the newest. */
export function shownVersion({ versions }: PhotoGroup): Photo {
  const succeeded = versions.filter(({ status }) => status === 'succeeded');
  const shown = succeeded.find(({ is_favourite }) => is_favourite) ?? succeeded[0] ?? versions[0];
  if (!shown) throw new Error('A group has at least one version');
  return shown;
}

/**
 * Returns a version whose own original is the upload: one that was not made from a restored picture, the oldest there
 * is. Null if all such versions are deleted.
 */
export function uploadOf({ versions }: PhotoGroup): Photo | null {
  return versions.findLast(({ source_version }) => source_version !== 'restored') ?? null;
}

/** What a version is compared with: the upload, or the result of another version, by its id. */
export type Comparison = 'upload' | string;

/**
 * Returns a version with the picture that it is compared with as its original. Whatever shows, saves or enlarges a
 * photo then shows that pair. Without the upload its own original is compared: the picture from which it was made.
 */
export function comparedWith(version: Photo, group: PhotoGroup, comparison: Comparison): Photo {
  const other = group.versions.find(({ id }) => id === comparison && id !== version.id);
  if (other?.restored_url) {
    return {
      ...version,
      original_url: other.restored_url,
      original_size: other.restored_size,
      files: { ...version.files, original: other.files.restored },
    };
  }
  const upload = version.source_version === 'restored' ? uploadOf(group) : null;
  if (!upload) return version;
  const { original_url, original_size, files } = upload;
  return { ...version, original_url, original_size, files: { ...version.files, original: files.original } };
}
