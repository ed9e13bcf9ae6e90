import { EVENT, SCHEDULE } from '@heirlight/contract/callables';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { optionsOf } from '../platform/functionOptions';
import { liveDeps } from '../platform/liveDeps';
import { handleRequest } from './handleRequest';
import { hourly } from './stats';

const requested = onDocumentCreated(
  { ...optionsOf(EVENT.adminRequested), document: 'admin_requests/{id}', retry: true },
  async ({ data, params }) => {
    if (!data) return;
    const request = { id: params.id, fields: data.data(), writtenAt: data.createTime.toDate() };
    await handleRequest(request, liveDeps(EVENT.adminRequested));
  },
);

/** Some minutes after the hour, so that a day that is over has all it is to have. */
const everyHour = onSchedule({ ...optionsOf(SCHEDULE.stats), schedule: '7 * * * *' }, async () => {
  const deps = liveDeps(SCHEDULE.stats);
  deps.log.info('Figures made', { days: await hourly(deps) });
});

export const adminEndpoints = [
  { name: EVENT.adminRequested, run: requested },
  { name: SCHEDULE.stats, run: everyHour },
];
