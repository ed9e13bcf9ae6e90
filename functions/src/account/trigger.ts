import { CALLABLES } from '@heirlight/contract/callables';
import { ADDRESS_HASH_KEY } from '../platform/config';
import { PROFILE } from '../platform/functionOptions';
import { implement } from '../platform/implement';
import { fetchCredits } from './fetchCredits';

export const accountEndpoints = [
  implement(
    CALLABLES.fetchCredits,
    {
      ...PROFILE.light,
      // Each page calls it after the sign-in; 800 at once.
      maxInstances: 10,
      rights: ['db', 'users.read'],
      secrets: [ADDRESS_HASH_KEY],
      // Called after every sign-in, so it is kept small. Reading one's own number needs no look-up of the sign-in.
      checksSignIn: false,
    },
    fetchCredits,
  ),
];
