import { REGION, SCHEDULE } from '@heirlight/contract/functionNames';
import type { Addresses } from '@heirlight/emulator-kit/plugin';
import { PROJECT_ID } from './environment';

/** As in production (`functions/src/schedules/trigger.ts`); the figures, there made by the hour, are newer here. */
const SWEEP_INTERVAL_MS = 5 * 60_000;

/**
 * Runs the scheduled functions as Cloud Scheduler would: firebase-tools ignores schedules, but its Functions emulator
 * runs one when its trigger's name is posted to. A run that fails is only logged; the next one makes up for it.
 */
export function startSchedule(addresses: Addresses): void {
  const triggers = `${addresses.url('functions')}/functions/projects/${PROJECT_ID}/triggers`;
  setInterval(async () => {
    // One after another: each starts a process, and a laptop has more to do.
    for (const name of Object.values(SCHEDULE)) {
      try {
        const trigger = `${triggers}/${REGION}-${name}-0`;
        await fetch(trigger, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
      } catch (error) {
        console.error(`${name} could not be started: ${error}`);
      }
    }
  }, SWEEP_INTERVAL_MS).unref();
}
