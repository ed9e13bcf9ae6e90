import { ACCEPTED_UPLOAD_TYPES } from '@heirlight/contract/limits';

/** Types and endings: some pickers filter by the one, some by the other. */
export const PICKER_ACCEPT = [...ACCEPTED_UPLOAD_TYPES, '.png', '.jpg', '.jpeg'].join(',');
