import type { SeenPhoto } from './statusChanges';

const keyOf = (userId: string) => `heirlight.processing.${userId}`;

/**
 * Returns the photos that were processing when this browser last looked, so that a restore that ended while the page
 * was closed is still announced. Returns an empty list if the storage is unreadable.
 */
export function readLastSeen(userId: string): SeenPhoto[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    if (!Array.isArray(ids)) return [];
    return ids.filter((id) => typeof id === 'string').map((id) => ({ id, status: 'processing' }));
  } catch {
    return [];
  }
}

export function writeLastSeen(userId: string, photos: readonly SeenPhoto[]): void {
  const ids = photos.filter((photo) => photo.status === 'processing').map((photo) => photo.id);
  try {
    if (ids.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(ids));
  } catch {
    // Without storage only changes seen live are announced.
  }
}
