import { photoFields, photoSchema } from '@heirlight/contract/photo';
import type { InferOutput } from 'valibot';
import { type DocumentLike, fitting, time } from './fitting';

const photoDocument = photoSchema(photoFields(time));

export type Photo = InferOutput<typeof photoDocument>;

/** Where a page of photos ends, so that the next one can begin behind it. */
export interface PhotoCursor {
  /** The document's `created_at` as the database has it, more exact than `at`. */
  createdAt: unknown;
  at: Date;
  id: string;
}

/** What a listener brings. */
export interface PhotoPage {
  photos: Photo[];
  /** The end of the page, also if its last document cannot be shown; null for an empty page. */
  last: PhotoCursor | null;
  /** There were as many documents as were asked for. */
  isFull: boolean;
}

/** Returns the photos of these documents, without those that do not fit: one of them must not hide the others. */
export function toPhotos(documents: readonly DocumentLike[]): Photo[] {
  return documents.flatMap((document) => {
    const photo = fitting(photoDocument, document);
    return photo ? [{ ...photo, id: document.id }] : [];
  });
}
