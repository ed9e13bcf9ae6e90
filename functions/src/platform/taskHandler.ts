import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot';
import type { Deps } from './deps';
import type { RunOptions } from './functionOptions';
import type { Queue } from './taskQueue';

/** What a run knows of the task's other runs. */
export interface Attempt {
  /** No run came before. (Two first runs at once are possible, and rare.) */
  isFirst: boolean;
  /** No run comes after. */
  isLast: boolean;
}

/** What is done with the tasks of one queue, and how the function that does it runs. */
export interface TaskHandler {
  queue: Queue;
  options: RunOptions;
  /** @throws whatever the work threw: the queue tries again, as often as its `retryConfig` says */
  run(data: unknown, deps: Deps, attempt: Attempt): Promise<void>;
}

/** Handles the tasks of a queue by a use case. What fits no schema will not fit the next time: it is not tried again. */
export function handles<Payload extends GenericSchema>(
  queue: Queue<Payload>,
  options: RunOptions,
  useCase: (payload: InferOutput<Payload>, deps: Deps, attempt: Attempt) => Promise<unknown>,
): TaskHandler {
  return {
    queue,
    options,
    async run(data, deps, attempt) {
      const { success, output, issues } = safeParse(queue.payload, data);
      if (success) await useCase(output, deps, attempt);
      else {
        const reason = `${getDotPath(issues[0]) ?? 'The payload'}: ${issues[0].message}`;
        deps.log.error('A task cannot be read and is dropped', { queue: queue.name, reason });
      }
    },
  };
}
