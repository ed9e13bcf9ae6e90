import { CALLABLES } from '@heirlight/contract/callables';
import { EVENT, WEBHOOK } from '@heirlight/contract/functionNames';
import { onRequest } from 'firebase-functions/https';
import { onObjectFinalized } from 'firebase-functions/storage';
import { REPLICATE_API_TOKEN, REPLICATE_WEBHOOK_SECRET } from '../platform/config';
import { PROFILE } from '../platform/functionOptions';
import { implement } from '../platform/implement';
import { registerFunction } from '../platform/registerFunction';
import { readPrediction } from '../platform/replicateProvider';
import { taskEndpoint } from '../platform/taskFunction';
import { photoUploaded } from './photoUploaded';
import { replicateWebhook } from './replicateWebhook';
import { requestRestore } from './requestRestore';
import { restoreAgain } from './restoreAgain';
import { restoreTasks, STARTS } from './tasks';

/** A task that could not be enqueued is retried. */
const uploaded = registerFunction(
  // Enqueues each upload.
  { name: EVENT.photoUploaded, ...PROFILE.light, maxInstances: 2, rights: ['start-restore'], secrets: [] },
  (deployment, deps) =>
    onObjectFinalized({ ...deployment, retry: true }, async ({ data }) => {
      await photoUploaded({ path: data.name, generation: String(data.generation) }, deps());
    }),
);

const reportFromReplicate = registerFunction(
  {
    name: WEBHOOK.replicate,
    // Notes progress and enqueues ends; Replicate repeats a report that finds no room.
    ...PROFILE.webhook,
    maxInstances: 3,
    rights: ['db', 'finish-restore'],
    secrets: [REPLICATE_API_TOKEN, REPLICATE_WEBHOOK_SECRET],
  },
  (deployment, deps) =>
    onRequest({ ...deployment, invoker: 'public' }, async (request, response) => {
      if (request.method !== 'POST') {
        response.status(405).set('allow', 'POST').send('POST only');
        return;
      }
      const { status, body } = await replicateWebhook(
        {
          id: request.get('webhook-id'),
          timestamp: request.get('webhook-timestamp'),
          signature: request.get('webhook-signature'),
          rawBody: request.rawBody,
          photoId: String(request.query.photo ?? ''),
          secret: REPLICATE_WEBHOOK_SECRET.value(),
          readPrediction,
        },
        deps(),
      );
      response.status(status).send(body);
    }),
);

export const restoreEndpoints = [
  // About three restores a second start; an upload whose call finds no room starts by its queue.
  implement(CALLABLES.restore, { ...STARTS, maxInstances: 10 }, requestRestore),
  implement(CALLABLES.restoreAgain, { ...STARTS, maxInstances: 5 }, restoreAgain),
  uploaded,
  reportFromReplicate,
  ...restoreTasks.map((handler) => taskEndpoint(handler)),
];
