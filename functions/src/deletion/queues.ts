import { QUEUE } from '@heirlight/contract/functionNames';
import { object, string } from 'valibot';
import type { Queue } from '../platform/taskQueue';

/** Finishes the deletion of an account. */
const remove = object({ uid: string() });
export const REMOVE_ACCOUNT = {
  name: QUEUE.removeAccount,
  payload: remove,
  // The sweep enqueues the account again every five minutes.
  retryConfig: { maxAttempts: 3, minBackoffSeconds: 10, maxBackoffSeconds: 60 },
  rateLimits: { maxConcurrentDispatches: 5, maxDispatchesPerSecond: 5 },
} satisfies Queue<typeof remove>;
