import { userCallable } from '../platform/callable';
import { fetchCredits } from './fetchCredits';

/** Called after every sign-in: kept small, and without the look-up that reading one's own number does not need. */
export const fetchCreditsFunction = userCallable({ checksSignIn: false, concurrency: 80 }, fetchCredits);
