import { handles } from '../platform/taskHandler';
import { removeAccountTask } from './deleteAccount';
import { REMOVE_ACCOUNT } from './queues';

/** What the queue of deletions runs. */
export const deletionTasks = [handles(REMOVE_ACCOUNT, removeAccountTask)];
