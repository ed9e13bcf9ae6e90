import { REGION, SCHEDULE } from '@heirlight/contract/callables';
import type { Addresses } from '@heirlight/emulator-kit/plugin';
import { PROJECT_ID } from './environment';

/** As in production (`functions/src/schedules/trigger.ts`). */
const SWEEP_INTERVAL_MS = 5 * 60_000;

/**
 * Runs the sweeper as Cloud Scheduler would: firebase-tools ignores schedules, but its Functions emulator runs one when
 * its trigger's name is posted to. A sweep that fails is only logged; the next one makes up for it.
 */
export function startSchedule(addresses: Addresses): void {
  const sweep = `${addresses.url('functions')}/functions/projects/${PROJECT_ID}/triggers/${REGION}-${SCHEDULE.sweep}-0`;
  setInterval(() => {
    fetch(sweep, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(
      (error: Error) => console.error(`The sweeper could not be started: ${error.message}`),
    );
  }, SWEEP_INTERVAL_MS).unref();
}
