/** One worker thread: started when needed, replaced when it dies, ended when idle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EngineError } from '../core/errors';
import type { RestoreJob, RestoreResult } from './api';
import { CANCELLED, FLAG_BYTES, IN_NATIVE_CALL } from './nativeCalls';
import type { StartMessage, WorkerMessage, WorkerSettings } from './workerProtocol';

/** An idle thread ends after this long, because loaded models hold some 300 MB. */
const IDLE_MS = 60_000;
/** A cancelled thread that does not stop within this time is ended. */
const STUBBORN_MS = 5_000;

const LOOK_AGAIN_MS = 20;

const cancel = (flags: Int32Array) => Atomics.store(flags, CANCELLED, 1);

/** Ends a thread when it is in no native call. A cancelled job begins no new one, and a call ends after one tile. */
async function end(worker: Worker, flags: Int32Array | undefined): Promise<void> {
  if (flags) {
    cancel(flags);
    while (Atomics.load(flags, IN_NATIVE_CALL) > 0) await sleep(LOOK_AGAIN_MS);
  }
  await worker.terminate();
}

interface Running {
  id: number;
  resolve(result: RestoreResult): void;
  reject(error: EngineError): void;
  onProgress: RestoreJob['onProgress'];
  flags: Int32Array;
}

export interface ThreadOptions {
  workerFile: string;
  settings: WorkerSettings;
  /** Called whenever the thread can take another job. */
  onFree(): void;
}

export class WorkerThread {
  private worker: Worker | undefined;
  private running: Running | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;

  constructor(private readonly options: ThreadOptions) {}

  get isFree(): boolean {
    return this.running === undefined;
  }

  run(job: RestoreJob): Promise<RestoreResult> {
    clearTimeout(this.idle);
    this.worker ??= this.start();
    const worker = this.worker;
    const id = ++this.lastId;
    const shared = new SharedArrayBuffer(FLAG_BYTES);
    const flags = new Int32Array(shared);
    return new Promise<RestoreResult>((resolve, reject) => {
      const onAbort = () => {
        cancel(flags);
        // The caller need not wait: the thread is free when it reaches its next checkpoint.
        reject(new EngineError('cancelled', 'The restore was cancelled.'));
        setTimeout(() => this.endIfStillOn(id), STUBBORN_MS).unref();
      };
      const unlisten = () => job.signal.removeEventListener('abort', onAbort);
      job.signal.addEventListener('abort', onAbort, { once: true });
      this.running = {
        id,
        flags,
        onProgress: (progress) => {
          if (!job.signal.aborted) job.onProgress(progress);
        },
        resolve: (result) => {
          unlisten();
          resolve(result);
        },
        reject: (error) => {
          unlisten();
          reject(error);
        },
      };
      const start: StartMessage = {
        id,
        tool: job.tool,
        input: job.input,
        scale: job.scale ?? 2,
        format: job.format,
        flags: shared,
      };
      worker.postMessage(start);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { running, worker } = this;
    this.running = undefined;
    this.worker = undefined;
    running?.reject(new EngineError('closed', 'The restore engine was shut down.'));
    if (worker) await end(worker, running?.flags);
  }

  private start(): Worker {
    const worker = new Worker(this.options.workerFile, { workerData: this.options.settings });
    worker.unref();
    worker.on('message', (message: WorkerMessage) => this.receive(message));
    worker.on('error', (cause) => this.died(worker, cause));
    worker.on('exit', (code) => this.died(worker, `The worker thread ended with exit code ${code}.`));
    return worker;
  }

  private receive(message: WorkerMessage): void {
    const running = this.running;
    if (!running || running.id !== message.id) return;
    if (message.kind === 'progress') {
      running.onProgress(message.progress);
      return;
    }
    if (message.kind === 'done') {
      running.resolve({ output: Buffer.from(message.output), width: message.width, height: message.height });
    } else {
      running.reject(new EngineError(message.code, message.message, { cause: message.cause }));
    }
    this.free();
  }

  /** Fails the job on the thread; the next job gets a new thread. */
  private died(worker: Worker, cause: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    if (!this.running) return;
    this.running.reject(new EngineError('engine_failed', 'The restore engine stopped unexpectedly.', { cause }));
    this.free();
  }

  private endIfStillOn(id: number): void {
    const { running, worker } = this;
    if (running?.id !== id) return;
    this.worker = undefined;
    if (worker) void end(worker, running.flags);
    this.free();
  }

  private free(): void {
    this.running = undefined;
    this.idle = setTimeout(() => void this.close(), IDLE_MS);
    this.idle.unref();
    this.options.onFree();
  }
}
