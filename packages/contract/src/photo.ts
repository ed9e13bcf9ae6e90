import {
  array,
  fallback,
  type GenericSchema,
  type InferOutput,
  nullish,
  number,
  type ObjectSchema,
  object,
  optional,
  picklist,
  string,
} from 'valibot';
import { ERROR_CODES } from './errors';

/** `processing` is the only state that changes; `succeeded` and `failed` are final. */
export const PHOTO_STATUSES = ['processing', 'succeeded', 'failed'] as const;
export type PhotoStatus = (typeof PHOTO_STATUSES)[number];

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
 * A face in the restored picture as it is seen upright: left, top, width and height as shares of the picture's, 0..1.
 */
const faceBox = object({ x: number(), y: number(), width: number(), height: number() });
export type FaceBox = InferOutput<typeof faceBox>;

const textOrNull = () => nullish(string(), null);

/**
 * The fields of a document of `photos`. Each Firestore SDK has its own timestamps, so `time` is their schema. The first
 * six fields are the spec's and keep its names. A field added later has a default, so that older documents can be read.
 */
export const photoFields = <Time extends GenericSchema>(time: Time) => ({
  id: string(),
  user_id: string(),
  /** Download URL with an unguessable token. It stops working when the photo is deleted. */
  original_url: optional(string(), ''),
  restored_url: textOrNull(),
  status: picklist(PHOTO_STATUSES),
  created_at: time,

  /** The tool's id. Any text, because a retired tool's photos must stay readable. */
  tool: string(),
  /** Storage paths in the default bucket. */
  original_path: string(),
  restored_path: textOrNull(),
  thumbnail_path: textOrNull(),
  restored_thumbnail_path: textOrNull(),
  /** Download URLs of the server-made thumbnails; null until the restore ends. */
  thumbnail_url: textOrNull(),
  restored_thumbnail_url: textOrNull(),
  /**
   * Paths and download URLs of the pictures that fill a window. A file that is small enough is its own. Null until the
   * restore ends, and for photos restored before there were any.
   */
  screen_path: textOrNull(),
  restored_screen_path: textOrNull(),
  screen_url: textOrNull(),
  restored_screen_url: textOrNull(),
  /** The provider's id of the job; null until it accepted the job. */
  prediction_id: textOrNull(),
  error: nullish(photoError, null),
  completed_at: nullish(time, null),
  original_size: nullish(pictureSize, null),
  restored_size: nullish(pictureSize, null),
  /** The provider's last report of its progress, 0..100; null when unknown. */
  progress_percent: nullish(number(), null),
  /** The photo that this one restores again; null for an upload. */
  source_photo_id: textOrNull(),
  /** Faces in the result, largest first, at most MAX_FACES; null while nobody has looked, or if that failed. */
  faces: nullish(array(faceBox), null),
});

/** A document of `photos`. `T` is the type of its times. */
export type PhotoDocument<T> = InferOutput<
  ObjectSchema<ReturnType<typeof photoFields<GenericSchema<unknown, T>>>, undefined>
>;
