import { STRIPE_SECRET_KEY } from '../platform/config';
import { PROFILE } from '../platform/functionOptions';
import { handles } from '../platform/taskHandler';
import { RECONCILE_PAYMENT } from './queues';
import { reconcilePaymentTask } from './reconcilePaymentTask';

/** What the queue of payments runs. */
export const paymentTasks = [
  // Waits for Stripe.
  handles(
    RECONCILE_PAYMENT,
    { ...PROFILE.light, maxInstances: 3, rights: ['db'], secrets: [STRIPE_SECRET_KEY] },
    reconcilePaymentTask,
  ),
];
