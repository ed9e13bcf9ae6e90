import { CALLABLES, EVENT, WEBHOOK } from '@heirlight/contract/callables';
import { onRequest } from 'firebase-functions/https';
import { onObjectFinalized } from 'firebase-functions/storage';
import { REPLICATE_WEBHOOK_SECRET } from '../platform/config';
import { optionsOf } from '../platform/functionOptions';
import { implement } from '../platform/implement';
import { liveDeps } from '../platform/liveDeps';
import { readPrediction } from '../platform/replicateProvider';
import { taskEndpoint } from '../platform/taskFunction';
import { photoUploaded } from './photoUploaded';
import { replicateWebhook } from './replicateWebhook';
import { requestRestore } from './requestRestore';
import { restoreAgain } from './restoreAgain';
import { restoreTasks } from './tasks';

/** A task that could not be enqueued is retried. */
const uploaded = onObjectFinalized({ ...optionsOf(EVENT.photoUploaded), retry: true }, async ({ data }) => {
  await photoUploaded({ path: data.name, generation: String(data.generation) }, liveDeps(EVENT.photoUploaded));
});

const reportFromReplicate = onRequest(
  { ...optionsOf(WEBHOOK.replicate), invoker: 'public' },
  async (request, response) => {
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
      liveDeps(WEBHOOK.replicate),
    );
    response.status(status).send(body);
  },
);

export const restoreEndpoints = [
  implement(CALLABLES.restore, requestRestore),
  implement(CALLABLES.restoreAgain, restoreAgain),
  { name: EVENT.photoUploaded, run: uploaded },
  { name: WEBHOOK.replicate, run: reportFromReplicate },
  ...restoreTasks.map((handler) => taskEndpoint(handler)),
];
