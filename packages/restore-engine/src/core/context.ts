/** What every step of a job gets: the networks, a way to stop, a way to report progress. */
import type { ModelStore } from './networks/models';

export interface Progress {
  /** 0..100, never falling within one job. */
  percent: number;
  /** What is happening, in words a customer may read. */
  message: string;
}

export interface JobContext {
  models: ModelStore;
  /** Throws EngineError `cancelled` once the job was aborted. Called at least between tiles. */
  checkpoint(): void;
  onProgress(progress: Progress): void;
}

/** Reports which share, 0..1, of a stage is done. */
export type Advance = (share: number) => void;

/** Starts a stage that runs from one percentage to another under one message. Each report is a checkpoint too. */
export function stage(context: JobContext, message: string, [from, to]: readonly [number, number]): Advance {
  const advance: Advance = (share) => {
    context.checkpoint();
    context.onProgress({ percent: Math.round(from + (to - from) * Math.min(1, share)), message });
  };
  advance(0);
  return advance;
}
