import {
  array,
  boolean,
  exactOptional,
  fallback,
  type GenericSchema,
  type InferOutput,
  nullable,
  nullish,
  number,
  type ObjectEntries,
  type ObjectSchema,
  object,
  picklist,
  pipe,
  string,
  transform,
  unknown,
} from 'valibot';
import { ERROR_CODES } from './errors';
import { photoFiles, withFiles } from './photoFiles';

/** `processing` is the only state that changes; `succeeded` and `failed` are final. */
export const PHOTO_STATUSES = ['processing', 'succeeded', 'failed'] as const;
export type PhotoStatus = (typeof PHOTO_STATUSES)[number];

/** What a photo can be saved as. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Which picture of a photo is restored again: as it was uploaded, or as it was restored. */
export const SOURCE_VERSIONS = ['original', 'restored'] as const;
export type SourceVersion = (typeof SOURCE_VERSIONS)[number];

/**
 * Why a restore failed. The client maps the code to plain words. `detail` says the same to whoever reads the document;
 * the original is in the log, because owners can read their photos.
 */
const photoError = object({ code: fallback(picklist(ERROR_CODES), 'internal'), detail: string() });
export type PhotoError = InferOutput<typeof photoError>;

/** Width and height in pixels, file size in bytes. */
const pictureSize = object({ width: number(), height: number(), bytes: number() });
export type PictureSize = InferOutput<typeof pictureSize>;

/**
 * What the comparison with the face in the original has shown: `same` person; `closer`: it had become somebody else's
 * and was made of the original again, as far as was needed; `unsure`: too small or too blurred there to tell.
 */
export const FACE_VERDICTS = ['same', 'closer', 'unsure'] as const;
export type FaceVerdict = (typeof FACE_VERDICTS)[number];

/**
 * A face in the restored picture as it is seen upright: left, top, width and height as shares of the picture's, 0..1.
 * `verdict` is null where nobody has compared. Of what was compared, only this is kept.
 */
const face = object({
  x: number(),
  y: number(),
  width: number(),
  height: number(),
  verdict: nullish(picklist(FACE_VERDICTS), null),
});
export type NotedFace = InferOutput<typeof face>;
export type FaceBox = Omit<NotedFace, 'verdict'>;

/**
 * What an uploaded file said about itself. The browser reads it before it makes the upload, which carries none of it.
 * Never the place.
 */
export const embeddedFields = object({
  /** ISO 8601, as exact as the file had it. */
  date: nullable(string()),
  title: nullable(string()),
  caption: nullable(string()),
  /** The URI of a digital source type (IPTC). Of a restore of a restored picture: that picture's. */
  source_type: nullable(string()),
  /** Whether there were Content Credentials (C2PA). */
  has_credentials: boolean(),
  /** How many pixels of the upload were an inch of the scanned print; null if the file did not say. */
  dpi: nullish(number(), null),
});
export type Embedded = InferOutput<typeof embeddedFields>;

/**
 * How a photo is adjusted by hand, as `adjust-photo` has checked it: reading needs none of the limits in
 * `adjustmentFields`, whose code the page would download. One of a later version is not read: the result is shown as it
 * is.
 */
const storedAdjustment = object({
  version: picklist([1]),
  repair: number(),
  colour: number(),
  faces: number(),
  sharpness: number(),
  warmth: number(),
  contrast: number(),
  strokes: exactOptional(
    array(
      object({
        kind: picklist(['protect', 'restore', 'mend', 'colour']),
        colour: exactOptional(nullish(string(), null)),
        radius: number(),
        edges: boolean(),
        points: array(number()),
      }),
    ),
  ),
  /** The original that the result is mixed with. Compared with another picture, the result is plain. */
  original_url: string(),
});
export type StoredAdjustment = InferOutput<typeof storedAdjustment>;

const textOrNull = () => nullish(string(), null);

/**
 * The fields of a document of `photos`. Each Firestore SDK has its own timestamps, so `time` is their schema. The first
 * six fields are the spec's and keep its names. A field added later has a default, so that older documents can be read.
 */
export const photoFields = <Time extends GenericSchema>(time: Time) => ({
  id: string(),
  user_id: string(),
  /** Download URL with an unguessable token. It stops working when the photo is deleted. */
  original_url: nullish(string(), ''),
  restored_url: textOrNull(),
  status: picklist(PHOTO_STATUSES),
  created_at: time,

  /** The tool's id. Any text, because a retired tool's photos must stay readable. */
  tool: string(),
  /** Storage paths in the default bucket, of the two pictures that the spec names. */
  original_path: string(),
  restored_path: textOrNull(),
  files: photoFiles,
  /** The provider's id of the job; null until it accepted the job. */
  prediction_id: textOrNull(),
  error: nullish(photoError, null),
  completed_at: nullish(time, null),
  original_size: nullish(pictureSize, null),
  restored_size: nullish(pictureSize, null),
  /** The provider's last report of its progress, 0..100; null when unknown. */
  progress_percent: nullish(number(), null),
  embedded: nullish(embeddedFields, null),
  /** Since when a link of its own shows it to everybody who has the link; null while none does. Links of sets do not count. */
  shared_at: nullish(time, null),
  /** The photo that this one restores again; null for an upload. */
  source_photo_id: textOrNull(),
  /** Faces in the result, largest first, at most MAX_FACES; null while nobody has looked, or if that failed. */
  faces: nullish(array(face), null),
  /** Which picture of that photo it restores; null for an upload. */
  source_version: nullish(picklist(SOURCE_VERSIONS), null),

  /** Id of the first photo of the group, which may be deleted. Null in documents from before groups: see `groupIdOf`. */
  group_id: textOrNull(),
  /** At most one photo of a group is. */
  is_favourite: nullish(boolean(), false),
  /** Whether a failed restore was given back already: it was deleted, and brought back. Then another try uses a restore. */
  is_refunded: nullish(boolean(), false),
  /** What people call the photo, when they say it was taken ("about 1943"), and about it. The same in the whole group. */
  name: textOrNull(),
  date_text: textOrNull(),
  caption: textOrNull(),
  /** Null for a new photo: another version, or another try, has another result. */
  adjustment: fallback(nullish(storedAdjustment, null), null),
});

/** Reads a document of `photos` whose fields are `entries`: `photoFields`, and what a side adds to them. */
export const photoSchema = <Entries extends ObjectEntries>(entries: Entries) =>
  pipe(unknown(), transform(withFiles), object(entries));

/** Returns the id of the group that a photo belongs to: an upload and everything restored from it. */
export const groupIdOf = (photo: { id: string; group_id: string | null; source_photo_id: string | null }): string =>
  photo.group_id ?? photo.source_photo_id ?? photo.id;

/** A document of `photos`. `T` is the type of its times. */
export type PhotoDocument<T> = InferOutput<
  ObjectSchema<ReturnType<typeof photoFields<GenericSchema<unknown, T>>>, undefined>
>;
