import { handles } from '../platform/taskHandler';
import { finishRestoreTask } from './finishRestoreTask';
import { FINISH_RESTORE, START_RESTORE, SUBMIT_RESTORE } from './queues';
import { startRestoreTask } from './startRestoreTask';
import { submitRestore } from './submitRestore';

/** What the queues of a restore run. */
export const restoreTasks = [
  handles(START_RESTORE, startRestoreTask),
  handles(SUBMIT_RESTORE, submitRestore),
  handles(FINISH_RESTORE, finishRestoreTask),
];
