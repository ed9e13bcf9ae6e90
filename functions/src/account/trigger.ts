import { userCallable } from '../platform/callable';
import { REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { deleteAccount } from './deleteAccount';
import { fetchCredits } from './fetchCredits';

/** Called after every sign-in: kept small, and without the look-up that reading one's own number does not need. */
export const fetchCreditsFunction = userCallable({ checksSignIn: false, concurrency: 80 }, fetchCredits);

export const deleteAccountFunction = userCallable(
  { secrets: [REPLICATE_API_TOKEN, STRIPE_SECRET_KEY], timeoutSeconds: 540 },
  deleteAccount,
);
