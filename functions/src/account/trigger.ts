import { CALLABLES } from '@heirlight/contract/callables';
import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { implement } from '../platform/implement';
import { deleteAccount } from './deleteAccount';

const options = { secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY], timeoutSeconds: 540 };

export const accountEndpoints = [implement(CALLABLES.deleteAccount, options, deleteAccount)];
