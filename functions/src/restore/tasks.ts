import { handles } from '../platform/taskHandler';
import { FINISH_RESTORE, START_RESTORE, SUBMIT_RESTORE } from './queues';
import { settleRestore } from './settleRestore';
import { startUpload } from './startUpload';
import { submitRestore } from './submit';

/** What the queues of a restore run. */
export const restoreTasks = [
  handles(START_RESTORE, startUpload),
  handles(SUBMIT_RESTORE, submitRestore),
  handles(FINISH_RESTORE, settleRestore),
];
