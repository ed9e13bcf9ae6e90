import { REGION, SCHEDULE } from '@heirlight/contract/callables';
import { PROJECT_ID } from './environment';
import { type Ports, url } from './ports';

/** As in production (`functions/src/schedules/trigger.ts`). */
const SWEEP_INTERVAL_MS = 5 * 60_000;

/**
 * Runs the sweeper as Cloud Scheduler would: firebase-tools ignores schedules, but its Functions emulator fires one that is
 * asked for by its trigger's name. A sweep that fails is only logged; the next one makes up for it.
 */
export function startSchedule(ports: Ports): void {
  const sweep = `${url(ports.functions)}/functions/projects/${PROJECT_ID}/triggers/${REGION}-${SCHEDULE.sweep}-0`;
  setInterval(() => {
    fetch(sweep, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(
      (error: Error) => console.error(`The sweeper could not be started: ${error.message}`),
    );
  }, SWEEP_INTERVAL_MS).unref();
}
