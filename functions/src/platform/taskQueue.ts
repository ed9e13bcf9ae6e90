import { type QueueName, REGION } from '@heirlight/contract/functionNames';
import { getFunctions } from 'firebase-admin/functions';
import type { GenericSchema, InferInput } from 'valibot';

/** A task queue and the function behind it, which have one name. */
export interface Queue<Payload extends GenericSchema = GenericSchema> {
  readonly name: QueueName;
  /** What a task carries: ids only, so that nothing in a queue is out of date or personal. */
  readonly payload: Payload;
  /** How often a task is tried, and the pauses between, which double. */
  readonly retryConfig: { maxAttempts: number; minBackoffSeconds: number; maxBackoffSeconds: number };
  readonly rateLimits: { maxConcurrentDispatches: number; maxDispatchesPerSecond: number };
}

export interface TaskOptions {
  /**
   * The name of the task: a queue takes each only once, and remembers it for an hour up to a day after the task ended.
   * https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create
   * firebase-tools' emulator remembers it for ever. Letters, digits, `-` and `_`; it should begin with something random.
   */
  id: string;
  /** Seconds to wait before the first attempt. firebase-tools' emulator waits for none. */
  delayS?: number;
}

/** Work handed on. A task runs at least once; one of its runs may repeat what another has done. */
export interface TaskQueues {
  /** Resolves once the queue has the task, or had one of this name before. */
  enqueue<Payload extends GenericSchema>(
    queue: Queue<Payload>,
    payload: InferInput<Payload>,
    options: TaskOptions,
  ): Promise<void>;
}

/** How long a run may take, in seconds. It is what Cloud Tasks gives one; the emulator would give it a minute. */
const DISPATCH_DEADLINE_S = 600;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'functions/task-already-exists';

/** As often as the sweeps run. */
const SWEEP_MS = 5 * 60_000;

/**
 * The name of a task that a sweep enqueues: one for each run, so that what failed is tried again, but never two of one
 * run.
 *
 * @param id of what the task is about
 * @param ageMs its age, which tells the runs apart
 */
export const sweepTaskId = (id: string, ageMs: number): string => `${id}-${Math.floor(ageMs / SWEEP_MS)}`;

/** Cloud Tasks. `may` throws where the function has no right to the queue. */
export function cloudTasks(may: (queue: QueueName) => void): TaskQueues {
  return {
    async enqueue({ name }, payload, { id, delayS = 0 }) {
      may(name);
      try {
        await getFunctions()
          .taskQueue(`locations/${REGION}/functions/${name}`)
          .enqueue(payload as Record<string, unknown>, {
            id,
            dispatchDeadlineSeconds: DISPATCH_DEADLINE_S,
            ...(delayS > 0 ? { scheduleDelaySeconds: delayS } : {}),
          });
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    },
  };
}
