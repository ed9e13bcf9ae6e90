import { ACCEPTED_UPLOAD_TYPES } from '@heirlight/contract/limits';

/** What is uploaded as JPEG, and what is converted to it on this device. */
const TYPES = [...ACCEPTED_UPLOAD_TYPES, 'image/heic', 'image/heif', 'image/tiff', 'image/webp'];
const EXTENSIONS = ['.png', '.jpg', '.jpeg', '.heic', '.heif', '.tif', '.tiff', '.webp'];

/** What a file picker offers, by types and extensions: some pickers filter by the one, some by the other. */
export const ACCEPTED_FILES = [...TYPES, ...EXTENSIONS].join(',');
