/** What every step of a job is handed: the models, a way to stop, a way to tell how far it is. */
import type { Progress } from './api';
import type { ModelStore } from './networks/modelStore';

export interface JobContext {
  models: ModelStore;
  /** Throws EngineError `cancelled` once the job was aborted. Called at least between tiles. */
  checkpoint(): void;
  onProgress(progress: Progress): void;
}

/** Says which share, 0..1, of a stage is done. */
export type Advance = (share: number) => void;

/** A stage of a job that runs from one percentage to another under one message. Also a checkpoint. */
export function stage(context: JobContext, message: string, [from, to]: readonly [number, number]): Advance {
  const advance: Advance = (share) => {
    context.checkpoint();
    context.onProgress({ percent: Math.round(from + (to - from) * Math.min(1, share)), message });
  };
  advance(0);
  return advance;
}
