import { REGION, SCHEDULE } from '@heirlight/contract/callables';
import { onSchedule } from 'firebase-functions/scheduler';
import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { liveDeps } from '../platform/liveDeps';
import { PICTURE_WORK } from '../platform/pictureWork';
import { sweepAll } from './sweep';

/** Every five minutes; `now` comes with the dependencies, so the rule can be run at any imagined time. */
const sweep = onSchedule(
  {
    ...PICTURE_WORK,
    schedule: 'every 5 minutes',
    region: REGION,
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  async () => {
    const deps = await liveDeps();
    deps.log.info('Swept', await sweepAll(deps));
  },
);

export const scheduleEndpoints = [{ name: SCHEDULE.sweep, run: sweep }];
