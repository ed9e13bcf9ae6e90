/** What the restore engine promises to whoever runs it (the local Replicate, the benchmark). Nothing here loads a model. */
import type { ToolId } from '@heirlight/contract/tools';

export type EngineTool = ToolId;
export type OutputFormat = 'png' | 'jpg' | 'webp';

export interface Progress {
  /** 0..100, never falling within one job. */
  percent: number;
  /** What is happening, in words a customer may read. */
  message: string;
}

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
  /** Ends the workers; jobs still running or waiting fail as `closed`. */
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
  /** Folder of the shipped weights. Default: `packages/restore-engine/models`. */
  modelFolder?: string;
  /** Folder where a user puts better models (see `packages/restore-engine/models/README.md`). Default: `<modelFolder>/user`. */
  userModelFolder?: string;
  /** The bundled worker. Default: `engine-worker.mjs` beside the running bundle. */
  workerFile?: string;
}
