import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN } from '../platform/config';
import { PROFILE, type RunOptions } from '../platform/functionOptions';
import { handles } from '../platform/taskHandler';
import { finishRestoreTask } from './finishRestoreTask';
import { FINISH_RESTORE, START_RESTORE, SUBMIT_RESTORE } from './queues';
import { startRestoreTask } from './startRestoreTask';
import { submitRestore } from './submitRestore';

/** How a function runs that starts restores. */
export const STARTS = {
  ...PROFILE.pictures,
  rights: ['db', 'files', 'users.read', 'submit-restore'],
  secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
} satisfies Partial<RunOptions>;

/** What the queues of a restore run. */
export const restoreTasks = [
  // Uploads whose own call never came. Its queue dispatches as many tasks at once.
  handles(START_RESTORE, { ...STARTS, maxInstances: 5 }, startRestoreTask),
  // Each task waits for Replicate. One instance takes all that its queue dispatches at once.
  handles(
    SUBMIT_RESTORE,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'files', 'submit-restore'], secrets: [REPLICATE_API_TOKEN] },
    submitRestore,
  ),
  // Its queue dispatches as many tasks at once.
  handles(
    FINISH_RESTORE,
    {
      ...PROFILE.pictures,
      maxInstances: 10,
      rights: ['db', 'files', 'submit-restore'],
      secrets: [REPLICATE_API_TOKEN],
    },
    finishRestoreTask,
  ),
];
