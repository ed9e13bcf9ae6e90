import { CALLABLES } from '@heirlight/contract/callables';
import { ADDRESS_HASH_KEY } from '../platform/config';
import { implement } from '../platform/implement';
import { fetchCredits } from './fetchCredits';

export const ledgerEndpoints = [
  // Called after every sign-in, so it is kept small. Reading one's own number needs no look-up of the sign-in.
  implement(
    CALLABLES.fetchCredits,
    { checksSignIn: false, concurrency: 80, secrets: [ADDRESS_HASH_KEY] },
    fetchCredits,
  ),
];
