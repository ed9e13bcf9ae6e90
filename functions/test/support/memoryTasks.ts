import type { Deps } from '../../src/platform/deps';
import { messageOf } from '../../src/platform/errors';
import type { TaskHandler } from '../../src/platform/taskHandler';
import type { TaskQueues } from '../../src/platform/taskQueue';

interface Task {
  queue: string;
  id: string;
  payload: unknown;
  dueAt: Date;
  attempts: number;
  isRunning: boolean;
}

export interface MemoryTasks extends TaskQueues {
  /** What waits or runs, as `queue/id`. */
  waiting(): string[];
  /**
   * Runs every task that is due, one after another, and those that these enqueue. One that throws stays for the next
   * call, as often as its queue allows. Returns what was thrown.
   */
  run(deps?: Deps): Promise<string[]>;
  /** What the next enqueued task meets: the queue refuses it, or loses it, or runs it twice at once. */
  trouble: 'refuse' | 'lose' | 'duplicate' | null;
  /** Those that run never end, as after a crash; they are due again. */
  crash(): void;
}

/** Task queues in memory, which remember every name for ever. Tasks run only when a test says so. */
export function memoryTasks(
  handlers: readonly TaskHandler[],
  { now, deps: usualDeps }: { now(): Date; deps(): Deps },
): MemoryTasks {
  const byQueue = new Map<string, TaskHandler>(handlers.map((handler) => [handler.queue.name, handler]));
  const names = new Set<string>();
  const tasks = new Set<Task>();

  const fake: MemoryTasks = {
    trouble: null,
    waiting: () => [...tasks].map(({ queue, id }) => `${queue}/${id}`),
    async enqueue({ name: queue }, payload, { id, delayS = 0 }) {
      const { trouble } = fake;
      fake.trouble = null;
      if (trouble === 'refuse') throw new Error('The queue refused');
      if (!/^[\w-]{1,500}$/.test(id)) throw new Error(`${id} is no name of a task`);
      if (names.has(`${queue}/${id}`) || trouble === 'lose') return;
      names.add(`${queue}/${id}`);
      const dueAt = new Date(now().getTime() + delayS * 1_000);
      // As it arrives: through JSON.
      const task = () => ({
        queue,
        id,
        payload: JSON.parse(JSON.stringify(payload)),
        dueAt,
        attempts: 0,
        isRunning: false,
      });
      tasks.add(task());
      if (trouble === 'duplicate') tasks.add(task());
    },
    async run(deps = usualDeps()) {
      const thrown: string[] = [];
      const failed = new Set<Task>();
      const attempt = async (task: Task) => {
        const handler = byQueue.get(task.queue);
        if (!handler) throw new Error(`Nobody handles the queue ${task.queue}`);
        const { maxAttempts } = handler.queue.retryConfig;
        const isFirst = task.attempts === 0;
        task.attempts++;
        task.isRunning = true;
        try {
          await handler.run(task.payload, deps, { isFirst, isLast: task.attempts >= maxAttempts });
          tasks.delete(task);
        } catch (error) {
          thrown.push(messageOf(error));
          failed.add(task);
          if (task.attempts >= maxAttempts) tasks.delete(task);
        } finally {
          task.isRunning = false;
        }
      };
      for (;;) {
        const due = [...tasks].filter((task) => !task.isRunning && !failed.has(task) && task.dueAt <= now());
        const [first] = due;
        if (!first) return thrown;
        await Promise.all(due.filter(({ queue, id }) => queue === first.queue && id === first.id).map(attempt));
      }
    },
    crash() {
      for (const task of tasks) task.isRunning = false;
    },
  };
  return fake;
}
