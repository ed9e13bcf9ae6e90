import type { ErrorCode } from './errors';
import type { ToolId } from './tools';

/** processing is the only state that leaves; succeeded and failed are terminal. */
export const PHOTO_STATUSES = ['processing', 'succeeded', 'failed'] as const;
export type PhotoStatus = (typeof PHOTO_STATUSES)[number];

/**
 * Why a restore failed, as the photo carries it. The client maps the code to plain words; `detail` is for the admin
 * reading the Firebase console and is never shown to the user.
 */
export interface PhotoError {
  code: ErrorCode;
  detail: string;
}

/** Width and height in pixels, file size in bytes. */
export interface PictureSize {
  width: number;
  height: number;
  bytes: number;
}

/**
 * A document of the collection `photos`. `T` is the timestamp type of the SDK that reads it.
 * The first six fields are the specification's and keep its names.
 */
export interface PhotoDocument<T> {
  id: string;
  user_id: string;
  /** Download URL with an unguessable token; dies with the photo. */
  original_url: string;
  restored_url: string | null;
  status: PhotoStatus;
  created_at: T;

  tool: ToolId;
  /** Storage paths in the default bucket. */
  original_path: string;
  restored_path: string | null;
  thumbnail_path: string | null;
  restored_thumbnail_path: string | null;
  /** Download URLs of the server-made thumbnails; null until the restore ends. */
  thumbnail_url: string | null;
  restored_thumbnail_url: string | null;
  /** The provider's id of the job; null until it accepted the job. */
  prediction_id: string | null;
  error: PhotoError | null;
  completed_at: T | null;
  original_size: PictureSize | null;
  restored_size: PictureSize | null;
  /** The last line of the provider's progress, 0..100; null when unknown. */
  progress_percent: number | null;
  /** Set when the photo was made by "restore again" from another photo. */
  source_photo_id: string | null;
}
