import { CALLABLES } from '@heirlight/contract/callables';
import { implement } from '../platform/implement';
import { fetchCredits } from './fetchCredits';

export const accountEndpoints = [
  // Called after every sign-in, so it is kept small. Reading one's own number needs no look-up of the sign-in.
  implement(CALLABLES.fetchCredits, fetchCredits, { checksSignIn: false }),
];
