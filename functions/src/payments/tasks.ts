import { handles } from '../platform/taskHandler';
import { RECONCILE_PAYMENT } from './queues';
import { reconcilePaymentTask } from './reconcilePaymentTask';

/** What the queue of payments runs. */
export const paymentTasks = [handles(RECONCILE_PAYMENT, reconcilePaymentTask)];
