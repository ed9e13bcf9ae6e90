import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { PROFILE, type RunOptions } from '../platform/functionOptions';
import { handles } from '../platform/taskHandler';
import { removeAccountTask } from './deleteAccount';
import { REMOVE_ACCOUNT } from './queues';

/** How a function runs that removes accounts. */
export const REMOVES = {
  ...PROFILE.deletion,
  rights: ['db', 'files', 'users.read', 'users.remove'],
  secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
} satisfies Partial<RunOptions>;

/** What the queue of deletions runs. */
export const deletionTasks = [
  // What is left of a deletion.
  handles(REMOVE_ACCOUNT, { ...REMOVES, maxInstances: 1 }, removeAccountTask),
];
