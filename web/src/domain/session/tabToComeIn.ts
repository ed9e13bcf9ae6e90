import type { LoginTab } from '../dialogs/dialogs';
import { hasSignedInBefore } from './sessionHint';

/** For whom something waits (a photo, a pack): the tab that a newcomer needs, or the one of who has been here before. */
export const tabToComeIn = (): LoginTab => (hasSignedInBefore() ? 'login' : 'signup');
