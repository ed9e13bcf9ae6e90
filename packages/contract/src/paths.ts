import type { PictureType } from './photo';

/** Storage paths, the page's own, and the collections that clients or rules know. The server's own stand with their schemas. */
export const USERS = 'users';
export const LEDGER = 'ledger';
export const PHOTOS = 'photos';
export const PAYMENTS = 'payments';

/** Everybody's originals, and what was made of them. */
export const UPLOADS = 'images/';
export const RESULTS = 'results/';
/** Copies that a link shows to everybody who has it. Their folders have names of their own, not those of people. */
export const SHARED = 'shared/';
/** What the owner had put together about an account; no client reads it. */
export const EXPORTS = 'exports/';

/** The query with which a cancelled checkout leads back to the page. */
export const CANCELLED_CHECKOUT = 'checkout=cancelled';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const WHOLE_UUID = new RegExp(`^${UUID}$`);
const UPLOAD_PATH = new RegExp(`^${UPLOADS}([^/]{1,128})/(${UUID})-([A-Za-z0-9._-]{1,100})\\.jpg$`);
const LONGEST_NAME = 100;

/** Whether this is a uuid in lower case, as photo ids are. */
export const isUuid = (text: string): boolean => WHOLE_UUID.test(text);

/**
 * The specification's rule: the extension goes, and any character other than letters, digits, dot or hyphen becomes an
 * underscore. Names are cut to 100 characters; an empty rest becomes `photo`.
 */
export function sanitizeFileName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '');
  const clean = stem.replace(/[^A-Za-z0-9.-]/g, '_').slice(0, LONGEST_NAME);
  return clean === '' ? 'photo' : clean;
}

/** `images/{userId}/{photoId}-{sanitizedName}.jpg`; the uuid is the photo's id. */
export function uploadPath(upload: { userId: string; photoId: string; fileName: string }): string {
  return `${UPLOADS}${upload.userId}/${upload.photoId}-${sanitizeFileName(upload.fileName)}.jpg`;
}

export interface UploadPathParts {
  userId: string;
  photoId: string;
  name: string;
}

/** The parts of an upload path, or null when the path is not one this product writes. */
export function parseUploadPath(path: string): UploadPathParts | null {
  const match = UPLOAD_PATH.exec(path);
  if (!match) return null;
  const [, userId, photoId, name] = match;
  if (userId === undefined || photoId === undefined || name === undefined) return null;
  return { userId, photoId, name };
}

/** Server-made files of one photo live under one folder, so deleting the photo deletes a prefix. */
export function resultFolder(photo: { userId: string; photoId: string }): string {
  return `${RESULTS}${photo.userId}/${photo.photoId}/`;
}

/** What a signed file of each type is called. */
const SIGNED = { 'image/png': 'signed.png', 'image/jpeg': 'signed.jpg', 'image/webp': 'signed.webp' } as const;

/** Whether a path is that of a signed file, which is made for one download and does not stay. */
export const isSigned = (path: string): boolean => Object.values(SIGNED).some((name) => path.endsWith(`/${name}`));

/** The folders that hold everything somebody has stored. */
export const foldersOf = (userId: string): string[] => [UPLOADS, RESULTS, EXPORTS].map((root) => `${root}${userId}/`);

export const resultFiles = {
  restored: (photo: { userId: string; photoId: string; extension: 'png' | 'jpg' }) =>
    `${resultFolder(photo)}restored.${photo.extension}`,
  originalThumbnail: (photo: { userId: string; photoId: string }) => `${resultFolder(photo)}original-thumbnail.webp`,
  restoredThumbnail: (photo: { userId: string; photoId: string }) => `${resultFolder(photo)}restored-thumbnail.webp`,
  originalScreen: (photo: { userId: string; photoId: string }) => `${resultFolder(photo)}original-screen.webp`,
  restoredScreen: (photo: { userId: string; photoId: string }) => `${resultFolder(photo)}restored-screen.webp`,
  restoredTiles: (photo: { userId: string; photoId: string }) => `${resultFolder(photo)}restored-tiles.bin`,
  signed: ({ type, ...photo }: { userId: string; photoId: string; type: PictureType }) =>
    `${resultFolder(photo)}${SIGNED[type]}`,
  /** A smaller copy of the original for models that refuse large inputs, while the restore runs. */
  providerInput: (photo: { userId: string; photoId: string }) => `${resultFolder(photo)}provider-input.jpg`,
} as const;
