import { EVENT, SCHEDULE } from '@heirlight/contract/functionNames';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY } from '../platform/config';
import { PROFILE } from '../platform/functionOptions';
import { registerFunction } from '../platform/registerFunction';
import { handleRequest } from './handleRequest';
import { hourly } from './stats';

const requested = registerFunction(
  {
    name: EVENT.adminRequested,
    // Rare. Restoring a photo again may decode it, and an account's files go one by one.
    ...PROFILE.pictures,
    timeoutSeconds: 540,
    maxInstances: 1,
    rights: ['db', 'files', 'users.read', 'users.remove', 'submit-restore'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  (deployment, deps) =>
    onDocumentCreated({ ...deployment, document: 'admin_requests/{id}', retry: true }, async ({ data, params }) => {
      if (!data) return;
      const request = { id: params.id, fields: data.data(), writtenAt: data.createTime.toDate() };
      await handleRequest(request, deps());
    }),
);

/** Asks the database for figures, one after the other. */
const everyHour = registerFunction(
  { name: SCHEDULE.stats, ...PROFILE.schedule, rights: ['db', 'files'], secrets: [] },
  (deployment, depsOf) =>
    // Some minutes after the hour, so that a day that is over has all it is to have.
    onSchedule({ ...deployment, schedule: '7 * * * *' }, async () => {
      const deps = depsOf();
      deps.log.info('Figures made', { days: await hourly(deps) });
    }),
);

export const adminEndpoints = [requested, everyHour];
