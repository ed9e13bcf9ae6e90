import { SCHEDULE } from '@heirlight/contract/functionNames';
import { onSchedule } from 'firebase-functions/scheduler';
import { sweepDeletions } from '../deletion/sweepDeletions';
import { sweepPayments } from '../payments/sweepPayments';
import { REPLICATE_API_TOKEN } from '../platform/config';
import type { Deps } from '../platform/deps';
import type { Endpoint } from '../platform/endpoint';
import { PROFILE, type RegisteredFunction } from '../platform/functionOptions';
import { registerFunction } from '../platform/registerFunction';
import { sweepFiles } from '../restore/sweepFiles';
import { sweepRestores } from '../restore/sweepRestores';

/**
 * A job of its own for each kind of work, so that none waits for another's services.
 *
 * @param sweep finds work and enqueues it, or removes what nothing refers to; returns how much it dealt with
 */
function every5Minutes(
  registration: Pick<RegisteredFunction, 'name' | 'rights' | 'secrets'>,
  sweep: (deps: Deps) => Promise<number>,
): Endpoint {
  return registerFunction({ ...PROFILE.schedule, ...registration }, (deployment, depsOf) =>
    onSchedule({ ...deployment, schedule: 'every 5 minutes' }, async () => {
      const deps = depsOf();
      deps.log.info('Swept', { job: registration.name, swept: await sweep(deps) });
    }),
  );
}

export const scheduleEndpoints = [
  every5Minutes({ name: SCHEDULE.payments, rights: ['db', 'reconcile-payment'], secrets: [] }, sweepPayments),
  every5Minutes({ name: SCHEDULE.deletions, rights: ['db', 'remove-account'], secrets: [] }, sweepDeletions),
  every5Minutes(
    {
      name: SCHEDULE.restores,
      // Gives up what takes too long, without a queue.
      rights: ['db', 'files', 'submit-restore', 'finish-restore'],
      secrets: [REPLICATE_API_TOKEN],
    },
    sweepRestores,
  ),
  every5Minutes({ name: SCHEDULE.files, rights: ['db', 'files', 'start-restore'], secrets: [] }, sweepFiles),
];
