/** What the engine promises to whoever runs it. Nothing here loads a model. */
import type { Progress } from '../core/context';
import type { EngineTool } from '../core/pipelines/tools';

export type { EngineTool, Progress };
export type OutputFormat = 'png' | 'jpg' | 'webp';

export interface RestoreJob {
  tool: EngineTool;
  /** The encoded picture: JPEG, PNG or WebP, any orientation, depth and colour space that libvips reads. */
  input: Buffer;
  /** Enlargement for `photoscaler` and `lowrezfix`; the other tools keep the size. Default 2. */
  scale?: 2 | 4;
  format: OutputFormat;
  /** Aborting ends the job with an EngineError `cancelled`, within a second. */
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

export interface RestoreResult {
  /** 8-bit sRGB in the format asked for. */
  output: Buffer;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

export interface Engine {
  /** @throws EngineError, with a code to act on and a message fit to show. */
  restore(job: RestoreJob): Promise<RestoreResult>;
  /** Ends the workers. Running and waiting jobs fail with `closed`. */
  close(): Promise<void>;
  /** How many jobs run side by side. */
  readonly workers: number;
  /** Jobs accepted and not yet started. */
  readonly queueLength: number;
}

export interface EngineOptions {
  /** Jobs run side by side, each in a thread of its own. Default: one for every four cores, at least one. */
  workers?: number;
  /** Jobs that may wait; one more is refused as `queue_full`. Default 16. */
  maxQueue?: number;
  /** Folder of the shipped weights. Default: `models`, beside the folder of `workerFile`. */
  modelFolder?: string;
  /** Folder of the user's own models (see models/README.md). Default: `<modelFolder>/user`. */
  userModelFolder?: string;
  /** The bundled worker (entry point `./worker`). Default: `engine-worker.mjs` beside the running program. */
  workerFile?: string;
}
