import { QUEUE } from '@heirlight/contract/functionNames';
import { boolean, object, optional, string } from 'valibot';
import type { Queue } from '../platform/taskQueue';

/** Starts an upload that nobody has started. `isNeglected`: no call will follow that names its tool. */
const start = object({ path: string(), isNeglected: optional(boolean(), false) });
export const START_RESTORE = {
  name: QUEUE.startRestore,
  payload: start,
  // About ten minutes, after which the sweep of files finds the upload.
  retryConfig: { maxAttempts: 8, minBackoffSeconds: 5, maxBackoffSeconds: 120 },
  // Nobody waits: most of these tasks find that the upload's own call has started it.
  rateLimits: { maxConcurrentDispatches: 5, maxDispatchesPerSecond: 5 },
} satisfies Queue<typeof start>;

/** Submits a photo's job to the provider. `mayHaveJob`: an earlier attempt may have done so. */
const submit = object({ photoId: string(), mayHaveJob: optional(boolean(), false) });
export const SUBMIT_RESTORE = {
  name: QUEUE.submitRestore,
  payload: submit,
  // Half a minute: a photo's owner waits, and learns then that the provider takes no job.
  retryConfig: { maxAttempts: 5, minBackoffSeconds: 2, maxBackoffSeconds: 30 },
  // Replicate takes 600 jobs a minute: https://replicate.com/docs/topics/predictions/rate-limits
  rateLimits: { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 10 },
} satisfies Queue<typeof submit>;

/** Brings a photo to where its job is. `hasEnded`: the provider has reported the job's end. */
const finish = object({ photoId: string(), hasEnded: optional(boolean(), false) });
export const FINISH_RESTORE = {
  name: QUEUE.finishRestore,
  payload: finish,
  // About ten minutes, after which the sweep asks as well: enough for a restart of whatever did not respond.
  retryConfig: { maxAttempts: 10, minBackoffSeconds: 2, maxBackoffSeconds: 120 },
  // As many instances as finish pictures, one at a time each.
  rateLimits: { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 10 },
} satisfies Queue<typeof finish>;
