import type { PhotoStatus } from '@heirlight/contract/photo';

export interface SeenPhoto {
  id: string;
  status: PhotoStatus;
}

export interface StatusChange {
  id: string;
  to: 'succeeded' | 'failed';
}

/** Returns what ended between two lists: photos that were processing before and have succeeded or failed now. */
export function statusChanges(previous: readonly SeenPhoto[], next: readonly SeenPhoto[]): StatusChange[] {
  const processing = new Set(previous.filter((photo) => photo.status === 'processing').map((photo) => photo.id));
  return next.flatMap(({ id, status }) => (status !== 'processing' && processing.has(id) ? [{ id, to: status }] : []));
}
