import { CALLABLES } from '@heirlight/contract/callables';
import { CONTENT_CREDENTIALS_KEY } from '../platform/config';
import { PROFILE } from '../platform/functionOptions';
import { implement } from '../platform/implement';
import { signPhoto } from './signPhoto';

export const savingEndpoints = [
  implement(
    CALLABLES.signPhoto,
    {
      // Decodes a result and holds the signed file beside it; each account has a rate limit.
      ...PROFILE.pictures,
      maxInstances: 3,
      rights: ['db', 'files', 'users.read'],
      secrets: [CONTENT_CREDENTIALS_KEY],
    },
    signPhoto,
  ),
];
