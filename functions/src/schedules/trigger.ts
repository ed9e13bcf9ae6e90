import { REGION, SCHEDULE } from '@heirlight/contract/callables';
import { onSchedule, type ScheduleOptions } from 'firebase-functions/scheduler';
import { sweepDeletions } from '../account/sweepDeletions';
import { sweepPayments } from '../payments/sweepPayments';
import { sweepFiles } from '../photos/sweepFiles';
import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import type { Deps } from '../platform/deps';
import type { Endpoint } from '../platform/endpoint';
import { liveDeps } from '../platform/liveDeps';
import { PICTURE_WORK } from '../platform/pictureWork';
import { sweepProcessing } from '../restore/sweepProcessing';

/** The platform ends a run after this time. */
const TIMEOUT_S = 300;
/** A run starts nothing new after this time: what it has begun may wait a minute for a service that does not respond. */
const STARTS_UNTIL_MS = 220_000;

/**
 * A job of its own for each kind of work, so that none waits for another's services. One instance runs at a time: a run
 * takes less than the pause between two.
 *
 * @param sweep returns how much it dealt with; it starts nothing new after `until`
 */
const every5Minutes = (
  name: string,
  options: Omit<ScheduleOptions, 'schedule'>,
  sweep: (deps: Deps, limits: { until: Date }) => Promise<number>,
): Endpoint => ({
  name,
  run: onSchedule(
    { timeoutSeconds: TIMEOUT_S, ...options, schedule: 'every 5 minutes', region: REGION, maxInstances: 1 },
    async () => {
      const deps = await liveDeps();
      const swept = await sweep(deps, { until: new Date(deps.now().getTime() + STARTS_UNTIL_MS) });
      deps.log.info('Swept', { job: name, swept });
    },
  ),
});

export const scheduleEndpoints = [
  every5Minutes(SCHEDULE.payments, { secrets: [STRIPE_SECRET_KEY] }, sweepPayments),
  every5Minutes(
    SCHEDULE.deletions,
    { secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY] },
    sweepDeletions,
  ),
  every5Minutes(SCHEDULE.restores, { ...PICTURE_WORK, secrets: [REPLICATE_API_TOKEN] }, sweepProcessing),
  every5Minutes(SCHEDULE.files, { ...PICTURE_WORK, secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN] }, sweepFiles),
];
