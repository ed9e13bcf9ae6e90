import {
  POLL_IDLE_CHECK_AFTER_MS,
  POLL_MAX_MS,
  POLL_START_MS,
  POLL_STEP_MS,
  POLL_WINDOW_MS,
} from '@heirlight/contract/limits';

export interface SmartPollingDeps {
  /** True while the live listener delivers: then a round has nothing to fetch. */
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
 * The specification's polling schedule: rounds 1 s, 2 s, 3 s… apart, at most 10 s, for 3 minutes in all. From 10 s on,
 * a round that finds nothing processing is the last one.
 */
export function createSmartPolling(deps: SmartPollingDeps): SmartPolling {
  /** Counts starts and stops, so that a round that is under way then ends without effect. */
  let run = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLast = async (startedAt: number): Promise<boolean> => {
    if (Date.now() - startedAt < POLL_IDLE_CHECK_AFTER_MS) return false;
    return !(await deps.hasProcessing());
  };

  const schedule = (round: { id: number; startedAt: number; interval: number }) => {
    const { id, startedAt, interval } = round;
    if (Date.now() + interval - startedAt > POLL_WINDOW_MS) return;
    timer = setTimeout(async () => {
      let last = false;
      try {
        if (!deps.isDelivering()) await deps.refresh();
        // The photos may be another user's by now.
        if (id !== run) return;
        last = await isLast(startedAt);
      } catch (error) {
        if (id === run) deps.onError(error);
      }
      if (last || id !== run) return;
      schedule({ id, startedAt, interval: Math.min(interval + POLL_STEP_MS, POLL_MAX_MS) });
    }, interval);
  };

  const stop = () => {
    run += 1;
    clearTimeout(timer);
  };

  return {
    trigger() {
      stop();
      schedule({ id: run, startedAt: Date.now(), interval: POLL_START_MS });
    },
    stop,
  };
}
