/** A checkpoint that tells how often a long piece of work asks whether to go on. */
import { EngineError } from '../core/errors';

export interface CountedCheckpoint {
  checkpoint: () => void;
  /** Calls so far. */
  readonly calls: number;
}

/** Lets the work go on up to the call that is told, at which it throws as the engine's own does. */
export function countedCheckpoint(stopAt = Number.POSITIVE_INFINITY): CountedCheckpoint {
  let calls = 0;
  return {
    checkpoint() {
      calls++;
      if (calls >= stopAt) throw new EngineError('cancelled', 'The restore was cancelled.');
    },
    get calls() {
      return calls;
    },
  };
}
