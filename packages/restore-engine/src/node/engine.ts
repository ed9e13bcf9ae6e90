/** The engine: a bounded queue in front of worker threads. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { EngineError } from '../core/errors';
import type { Engine, EngineOptions, RestoreJob, RestoreResult } from './api';
import { WorkerThread } from './workerThread';

const DEFAULT_MAX_QUEUE = 16;
/** One job uses this many cores; larger machines run jobs side by side. */
const CORES_PER_JOB = 4;

/** Returns how many jobs run side by side and how many threads each network gets, so that each core has one thread. */
export function sharesOf(cores: number, workers = Math.max(1, Math.floor(cores / CORES_PER_JOB))) {
  return { workers, threads: Math.max(1, Math.floor(cores / workers)) };
}

interface Waiting {
  job: RestoreJob;
  start(thread: WorkerThread): void;
  fail(error: EngineError): void;
}

/**
 * Creates an engine that takes jobs in order. A crash in one job ends neither other jobs nor the process. Nothing
 * starts or loads before the first job.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  // Stops onnxruntime's reports to Microsoft. It is set here because a thread's own `process.env` never reaches the
  // library.
  process.env.ORT_DISABLE_TELEMETRY ??= '1';
  const workerFile = options.workerFile ?? path.join(path.dirname(process.argv[1] ?? ''), 'engine-worker.mjs');
  const modelFolder = options.modelFolder ?? path.join(path.dirname(workerFile), '..', 'models');
  const userModelFolder = options.userModelFolder ?? path.join(modelFolder, 'user');
  const { workers, threads: networkThreads } = sharesOf(availableParallelism(), options.workers);
  const maxQueue = options.maxQueue ?? DEFAULT_MAX_QUEUE;
  const queue: Waiting[] = [];
  let closed = false;

  const settings = { modelFolder, userModelFolder, threads: networkThreads };
  const threads = Array.from({ length: workers }, () => new WorkerThread({ workerFile, settings, onFree: startNext }));

  function startNext(): void {
    for (const thread of threads) {
      if (!thread.isFree) continue;
      const next = queue.shift();
      if (!next) return;
      next.start(thread);
    }
  }

  function restore(job: RestoreJob): Promise<RestoreResult> {
    return new Promise<RestoreResult>((resolve, reject) => {
      if (closed) throw new EngineError('closed', 'The restore engine was shut down.');
      if (job.signal.aborted) throw new EngineError('cancelled', 'The restore was cancelled.');
      if (queue.length >= maxQueue) {
        throw new EngineError(
          'queue_full',
          'Too many photos are waiting to be restored. Please try again in a few minutes.',
        );
      }
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new EngineError('cancelled', 'The restore was cancelled.'));
      };
      const waiting: Waiting = {
        job,
        start(thread) {
          job.signal.removeEventListener('abort', leave);
          thread.run(job).then(resolve, reject);
        },
        fail(error) {
          job.signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      job.signal.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      startNext();
    });
  }

  return {
    restore,
    workers,
    get queueLength() {
      return queue.length;
    },
    async close() {
      closed = true;
      for (const waiting of queue.splice(0))
        waiting.fail(new EngineError('closed', 'The restore engine was shut down.'));
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
