import type { PhotoDocument } from '@heirlight/contract/photo';
import type { Photo } from '../photos';

/** Both Firestore SDKs bring a Timestamp class of their own; this is the part of it that is needed. */
interface TimestampLike {
  toDate(): Date;
}

export interface PhotoSnapshot {
  id: string;
  data(): unknown;
}

export function toPhoto(snapshot: PhotoSnapshot): Photo {
  const document = snapshot.data() as PhotoDocument<TimestampLike>;
  return {
    ...document,
    id: snapshot.id,
    created_at: document.created_at.toDate(),
    completed_at: document.completed_at?.toDate() ?? null,
  };
}
