import { HttpsError } from 'firebase-functions/https';
import { onTaskDispatched } from 'firebase-functions/tasks';
import type { Endpoint } from './endpoint';
import { messageOf, RetryableError } from './errors';
import type { liveDeps } from './liveDeps';
import { registerFunction } from './registerFunction';
import type { TaskHandler } from './taskHandler';

/** Makes the deployed function of a queue. `depsOfInstance` returns what the tasks of one instance share. */
export function taskEndpoint({ queue, options, run }: TaskHandler, depsOfInstance?: typeof liveDeps): Endpoint {
  const { name, retryConfig, rateLimits } = queue;
  return registerFunction(
    { name, ...options },
    (deployment, depsOf) =>
      onTaskDispatched({ ...deployment, retryConfig, rateLimits }, async ({ data, retryCount = 0 }) => {
        const deps = depsOf();
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
    depsOfInstance,
  );
}
