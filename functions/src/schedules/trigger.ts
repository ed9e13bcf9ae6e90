import { type FunctionName, SCHEDULE } from '@heirlight/contract/callables';
import { onSchedule } from 'firebase-functions/scheduler';
import { sweepDeletions } from '../account/sweepDeletions';
import { sweepPayments } from '../payments/sweepPayments';
import { sweepFiles } from '../photos/sweepFiles';
import type { Deps } from '../platform/deps';
import type { Endpoint } from '../platform/endpoint';
import { optionsOf } from '../platform/functionOptions';
import { liveDeps } from '../platform/liveDeps';
import { sweepProcessing } from '../restore/sweepProcessing';

/** A run starts nothing new so long before it is ended: what it has begun may wait a minute for a silent service. */
const LEFT_FOR_THE_LAST_MS = 80_000;

/**
 * A job of its own for each kind of work, so that none waits for another's services.
 *
 * @param sweep returns how much it dealt with; it starts nothing new after `until`
 */
function every5Minutes(name: FunctionName, sweep: (deps: Deps, limits: { until: Date }) => Promise<number>): Endpoint {
  const options = optionsOf(name);
  const startsForMs = options.timeoutSeconds * 1000 - LEFT_FOR_THE_LAST_MS;
  const run = onSchedule({ ...options, schedule: 'every 5 minutes' }, async () => {
    const deps = liveDeps(name);
    const swept = await sweep(deps, { until: new Date(deps.now().getTime() + startsForMs) });
    deps.log.info('Swept', { job: name, swept });
  });
  return { name, run };
}

export const scheduleEndpoints = [
  every5Minutes(SCHEDULE.payments, sweepPayments),
  every5Minutes(SCHEDULE.deletions, sweepDeletions),
  every5Minutes(SCHEDULE.restores, sweepProcessing),
  every5Minutes(SCHEDULE.files, sweepFiles),
];
