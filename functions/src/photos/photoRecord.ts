import { PHOTOS } from '@heirlight/contract/paths';
import { groupIdOf, photoFields, photoSchema } from '@heirlight/contract/photo';
import { searchWordsOf } from '@heirlight/contract/photoText';
import { isToolId, toolById } from '@heirlight/contract/tools';
import { takenOn } from '@heirlight/imaging/metadata';
import { array, type InferOutput, nullish, string } from 'valibot';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';

/** `photos/{id}` as the server keeps it: the contract's fields and what makes each step happen once. */
const photo = photoSchema({
  ...photoFields(time),
  /** Token of every server-made file of this photo. Fixed at the start, so a file stored twice keeps its URL. */
  result_token: nullish(string(), null),
  /** What the photo is found by, and when it was taken, to sort by: `derivedOf` its other fields. */
  search_words: nullish(array(string()), []),
  taken_on: nullish(string(), null),
  /** URL of the picture that the provider sees: the original, or a copy as small as its model wants. */
  input_url: nullish(string(), null),
  /** The first job, where its picture was not this photo any more; then the photo has a second one, and no third. */
  refused_prediction_id: nullish(string(), null),
});
export type PhotoRecord = InferOutput<typeof photo>;

/** Which group a photo is of, how it came into it, and the words about it. */
export type PhotoOrigin = Pick<
  PhotoRecord,
  'group_id' | 'source_photo_id' | 'source_version' | 'name' | 'date_text' | 'caption' | 'embedded'
>;

/** What a photo has in common with the one that takes its place. */
export const originOf = (photo: PhotoRecord): PhotoOrigin => ({
  group_id: groupIdOf(photo),
  source_photo_id: photo.source_photo_id,
  source_version: photo.source_version,
  name: photo.name,
  date_text: photo.date_text,
  caption: photo.caption,
  embedded: photo.embedded,
});

/** What the database looks a photo up by: the words about it and its tool's name, and when it was taken. */
export function derivedOf({
  tool,
  ...about
}: Pick<PhotoRecord, 'name' | 'date_text' | 'caption' | 'embedded' | 'tool'>): Pick<
  PhotoRecord,
  'search_words' | 'taken_on'
> {
  const { name, date_text, caption } = about;
  return {
    search_words: searchWordsOf([name, date_text, isToolId(tool) ? toolById(tool).name : null, caption]),
    taken_on: takenOn(about),
  };
}

export const photos = collectionOf(PHOTOS, photo);
export const photoRef = (db: Firestore, photoId: string) => photos(db).doc(photoId);

export async function readPhoto(db: Firestore, photoId: string): Promise<PhotoRecord | null> {
  return (await photoRef(db, photoId).get()).data() ?? null;
}
