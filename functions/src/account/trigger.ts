import { CALLABLES } from '@heirlight/contract/callables';
import { REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { implement } from '../platform/implement';
import { deleteAccount } from './deleteAccount';

const options = { secrets: [REPLICATE_API_TOKEN, STRIPE_SECRET_KEY], timeoutSeconds: 540 };

export const accountEndpoints = [implement(CALLABLES.deleteAccount, options, deleteAccount)];
