import {
  POLL_IDLE_CHECK_AFTER_MS,
  POLL_MAX_MS,
  POLL_START_MS,
  POLL_STEP_MS,
  POLL_WINDOW_MS,
} from '@heirlight/contract/limits';

export interface SmartPollingDeps {
  /** Milliseconds; any origin. */
  now(): number;
  /** Calls back after `ms`; answers the function that cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** True while the live listener is delivering, in which case a round has nothing to fetch. */
  isDelivering(): boolean;
  /** Reads the photos again. */
  refresh(): Promise<void>;
  /** Whether any photo of the user is still processing. */
  hasProcessing(): Promise<boolean>;
  /** A round failed; the next one still comes. */
  onError(error: unknown): void;
}

export interface SmartPolling {
  /** Starts the schedule, or starts it over. */
  trigger(): void;
  stop(): void;
}

/**
 * The specification's polling schedule: rounds 1 s, 2 s, 3 s… apart, at most 10 s, for 3 minutes in all; from 10 s on a
 * round that finds nothing processing is the last one.
 */
export function createSmartPolling(deps: SmartPollingDeps): SmartPolling {
  /** Counts starts and stops, so that a round still under way when another start came ends quietly. */
  let run = 0;
  let cancel: () => void = () => undefined;

  const isLast = async (startedAt: number): Promise<boolean> => {
    if (deps.now() - startedAt < POLL_IDLE_CHECK_AFTER_MS) return false;
    return !(await deps.hasProcessing());
  };

  const schedule = (round: { id: number; startedAt: number; interval: number }) => {
    const { id, startedAt, interval } = round;
    if (deps.now() + interval - startedAt > POLL_WINDOW_MS) return;
    cancel = deps.after(interval, async () => {
      let last = false;
      try {
        if (!deps.isDelivering()) await deps.refresh();
        // What is processing may be another user's by now.
        if (id !== run) return;
        last = await isLast(startedAt);
      } catch (error) {
        if (id === run) deps.onError(error);
      }
      if (last || id !== run) return;
      schedule({ id, startedAt, interval: Math.min(interval + POLL_STEP_MS, POLL_MAX_MS) });
    });
  };

  const stop = () => {
    run += 1;
    cancel();
  };

  return {
    trigger() {
      stop();
      schedule({ id: run, startedAt: deps.now(), interval: POLL_START_MS });
    },
    stop,
  };
}
