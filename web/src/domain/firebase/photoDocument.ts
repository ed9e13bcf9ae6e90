import type { PhotoDocument } from '@heirlight/contract/photo';

export type Photo = PhotoDocument<Date>;

/** Each Firestore SDK has its own Timestamp class; this is the part that is needed. */
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
