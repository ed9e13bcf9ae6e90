import { type Engine, EngineError, type EngineErrorCode, type Progress } from '@heirlight/restore-engine';
import sharp from 'sharp';
import type { FaultPlan } from './faults';
import { applyHabits } from './habits/applyHabits';
import { readInputImage } from './inputImage';
import type { OutputFiles } from './outputFiles';
import { isTerminal, type Prediction } from './prediction';
import type { PredictionWebhooks } from './predictionWebhooks';

/**
 * Predictions under way beyond those the engine computes, so that the next picture is there in time. Fetching for all
 * that wait would fill the memory.
 */
const FETCHED_AHEAD = 1;
/** Errors of this installation, not of the picture. */
const ENGINE_FAULTS: readonly EngineErrorCode[] = ['engine_failed', 'model_missing'];
const BAR_WIDTH = 10;

/** A progress line as tqdm writes it, which `parseProgressFromLogs` of Replicate's client reads. */
function progressLine({ percent, message }: Progress): string {
  const done = Math.round((percent / 100) * BAR_WIDTH);
  return `${String(percent).padStart(3)}%|${'█'.repeat(done).padEnd(BAR_WIDTH)}| ${percent}/100 ${message}\n`;
}

export interface RunnerDependencies {
  engine: Engine;
  files: OutputFiles;
  webhooks: PredictionWebhooks;
  faults: FaultPlan;
  origin: string;
}

/** Takes predictions from starting to their end, in the order they came. */
export class PredictionRunner {
  readonly #dependencies: RunnerDependencies;
  readonly #waiting: Prediction[] = [];
  readonly #ended = new WeakMap<Prediction, (() => void)[]>();
  #running = 0;

  constructor(dependencies: RunnerDependencies) {
    this.#dependencies = dependencies;
  }

  start(prediction: Prediction): void {
    this.#dependencies.webhooks.notify(prediction, 'start');
    this.#waiting.push(prediction);
    this.#next();
  }

  /** Cancelling what has ended changes nothing. */
  cancel(prediction: Prediction): void {
    if (isTerminal(prediction)) return;
    this.#end(prediction, { status: 'canceled' });
    prediction.abort.abort();
  }

  /** Resolves when the prediction has ended, or after `timeoutMs`. */
  ended(prediction: Prediction, timeoutMs: number): Promise<void> {
    if (isTerminal(prediction)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      const listeners = this.#ended.get(prediction) ?? [];
      this.#ended.set(prediction, listeners);
      listeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #next(): void {
    while (this.#running < this.#dependencies.engine.workers + FETCHED_AHEAD) {
      const prediction = this.#waiting.shift();
      if (!prediction) return;
      if (isTerminal(prediction)) continue;
      this.#running += 1;
      void this.#run(prediction).finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #run(prediction: Prediction): Promise<void> {
    const { files, faults, webhooks, origin } = this.#dependencies;
    try {
      const fault = faults.take('predictions');
      if (fault?.kind === 'hang') return this.#progress(prediction, { percent: 0, message: 'Starting' });
      if (fault?.kind === 'fail') throw new Error(fault.message ?? 'CUDA out of memory');
      const restored = await this.#restore(prediction);
      if (isTerminal(prediction)) return;
      const { format } = prediction.order;
      const habits = faults.takeHabits();
      const bytes = habits.length > 0 ? await applyHabits(restored, { habits, format }) : restored;
      const path = files.add({ bytes, format, fault: faults.take('outputs')?.kind ?? null, createdAt: new Date() });
      prediction.output = `${origin}${path}`;
      webhooks.notify(prediction, 'output');
      this.#end(prediction, { status: 'succeeded' });
    } catch (error) {
      if (error instanceof EngineError && ENGINE_FAULTS.includes(error.code)) tellOperator(error);
      this.#end(prediction, { status: 'failed', error: (error as Error).message });
    }
  }

  async #restore(prediction: Prediction): Promise<Buffer> {
    const { model, order, abort } = prediction;
    const input = await readInputImage(prediction.image ?? '', abort.signal);
    if (model.maxInputPx !== undefined) await refuseLargeInput(input, model.maxInputPx);
    const { output, width } = await this.#dependencies.engine.restore({
      tool: order.tool,
      input,
      format: order.format,
      ...(order.scale === undefined ? {} : { scale: order.scale }),
      signal: abort.signal,
      onProgress: (progress) => this.#progress(prediction, progress),
    });
    if (order.enlarge === undefined || order.enlarge === 1) return output;
    return sharp(output)
      .resize({ width: Math.round(width * order.enlarge), kernel: 'lanczos3' })
      .toFormat(order.format === 'jpg' ? 'jpeg' : order.format)
      .toBuffer();
  }

  #progress(prediction: Prediction, progress: Progress): void {
    if (isTerminal(prediction)) return;
    prediction.startedAt ??= new Date();
    prediction.status = 'processing';
    prediction.logs += progressLine(progress);
    this.#dependencies.webhooks.notify(prediction, 'logs');
  }

  #end(prediction: Prediction, outcome: Pick<Prediction, 'status'> & { error?: string }) {
    if (isTerminal(prediction)) return;
    Object.assign(prediction, outcome, { completedAt: new Date(), image: null });
    this.#dependencies.webhooks.notify(prediction, 'completed');
    for (const listener of this.#ended.get(prediction) ?? []) listener();
    this.#ended.delete(prediction);
  }
}

/** Prints why: the API tells the caller only that it failed. */
function tellOperator(error: EngineError): void {
  const { code, message, cause } = error;
  console.error(`The restore engine failed (${code}): ${message}`, ...(cause === undefined ? [] : [cause]));
}

async function refuseLargeInput(input: Buffer, maxPx: number): Promise<void> {
  const { width, height } = await sharp(input).metadata();
  if (width * height <= maxPx) return;
  throw new Error(
    `Input image of dimensions (${height}, ${width}, 3) has a total number of pixels ${width * height} greater than ` +
      `the max size that fits in GPU memory on this hardware, ${maxPx}. Resize input image and try again.`,
  );
}
