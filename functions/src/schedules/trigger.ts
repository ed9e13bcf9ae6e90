import { type FunctionName, SCHEDULE } from '@heirlight/contract/callables';
import { onSchedule } from 'firebase-functions/scheduler';
import { sweepDeletions } from '../deletion/sweepDeletions';
import { sweepPayments } from '../payments/sweepPayments';
import type { Deps } from '../platform/deps';
import type { Endpoint } from '../platform/endpoint';
import { optionsOf } from '../platform/functionOptions';
import { liveDeps } from '../platform/liveDeps';
import { sweepFiles } from '../restore/sweepFiles';
import { sweepRestores } from '../restore/sweepRestores';

/**
 * A job of its own for each kind of work, so that none waits for another's services.
 *
 * @param sweep finds work and enqueues it, or removes what nothing refers to; returns how much it dealt with
 */
function every5Minutes(name: FunctionName, sweep: (deps: Deps) => Promise<number>): Endpoint {
  const run = onSchedule({ ...optionsOf(name), schedule: 'every 5 minutes' }, async () => {
    const deps = liveDeps(name);
    deps.log.info('Swept', { job: name, swept: await sweep(deps) });
  });
  return { name, run };
}

export const scheduleEndpoints = [
  every5Minutes(SCHEDULE.payments, sweepPayments),
  every5Minutes(SCHEDULE.deletions, sweepDeletions),
  every5Minutes(SCHEDULE.restores, sweepRestores),
  every5Minutes(SCHEDULE.files, sweepFiles),
];
