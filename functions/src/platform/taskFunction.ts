import { HttpsError } from 'firebase-functions/https';
import { onTaskDispatched } from 'firebase-functions/tasks';
import type { Endpoint } from './endpoint';
import { messageOf, RetryableError } from './errors';
import { optionsOf } from './functionOptions';
import { liveDeps } from './liveDeps';
import type { TaskHandler } from './taskHandler';

/** Makes the deployed function of a queue. `depsOfInstance` returns what the tasks of one instance share. */
export function taskEndpoint({ queue, run }: TaskHandler, depsOfInstance = liveDeps): Endpoint {
  const { name, retryConfig, rateLimits } = queue;
  return {
    name,
    run: onTaskDispatched({ ...optionsOf(name), retryConfig, rateLimits }, async ({ data, retryCount = 0 }) => {
      const deps = depsOfInstance(name);
      const attempt = { isFirst: retryCount === 0, isLast: retryCount + 1 >= retryConfig.maxAttempts };
      try {
        await run(data, deps, attempt);
      } catch (error) {
        // What the next attempt is expected to settle is no alarm.
        const level = error instanceof RetryableError && !attempt.isLast ? 'warn' : 'error';
        deps.log[level]('A task failed', { queue: name, attempt: retryCount + 1, reason: messageOf(error) });
        // 500: at 429 and 503 Cloud Tasks would slow the whole queue down.
        throw new HttpsError('internal', 'Try again');
      }
    }),
  };
}
