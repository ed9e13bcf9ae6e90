import { ACCEPTED_UPLOAD_TYPES } from '@heirlight/contract/limits';

/** What a file picker offers, by types and extensions: some pickers filter by the one, some by the other. */
export const ACCEPTED_FILES = [...ACCEPTED_UPLOAD_TYPES, '.png', '.jpg', '.jpeg'].join(',');
