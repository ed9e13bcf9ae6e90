import { CALLABLES, EVENT, REGION } from '@heirlight/contract/callables';
import { onUserDeleted } from 'firebase-functions/identity';
import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { implement } from '../platform/implement';
import { liveDeps } from '../platform/liveDeps';
import { deleteAccount } from './deleteAccount';
import { userDeleted } from './userDeleted';

const options = { secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY], timeoutSeconds: 540 };

/** A repeated event changes nothing once the account is marked; from then on the sweep would finish it. */
const signInEnded = onUserDeleted({ ...options, region: REGION, retry: true }, async ({ data }) => {
  await userDeleted(data.uid, await liveDeps());
});

export const accountEndpoints = [
  implement(CALLABLES.deleteAccount, options, deleteAccount),
  { name: EVENT.userDeleted, run: signInEnded },
];
