import { userCallable } from '../platform/callable';
import { REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { deleteAccount } from './deleteAccount';

export const deleteAccountFunction = userCallable(
  { secrets: [REPLICATE_API_TOKEN, STRIPE_SECRET_KEY], timeoutSeconds: 540 },
  deleteAccount,
);
