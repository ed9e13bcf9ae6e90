import { photoFields } from '@heirlight/contract/photo';
import { type InferOutput, object } from 'valibot';
import { type DocumentLike, fitting, time } from './fitting';

const photoDocument = object(photoFields(time));

export type Photo = InferOutput<typeof photoDocument>;

/** Returns the photos of these documents, without those that do not fit: one of them must not hide the others. */
export function toPhotos(documents: readonly DocumentLike[]): Photo[] {
  return documents.flatMap((document) => {
    const photo = fitting(photoDocument, document);
    return photo ? [{ ...photo, id: document.id }] : [];
  });
}
