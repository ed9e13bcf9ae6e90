import { CALLABLES, EVENT, WEBHOOK } from '@heirlight/contract/callables';
import { parseUploadPath } from '@heirlight/contract/paths';
import { onRequest } from 'firebase-functions/https';
import { onObjectFinalized } from 'firebase-functions/storage';
import { REPLICATE_WEBHOOK_SECRET } from '../platform/config';
import { AppError } from '../platform/errors';
import { optionsOf } from '../platform/functionOptions';
import { implement } from '../platform/implement';
import { liveDeps } from '../platform/liveDeps';
import { readPrediction } from '../platform/replicateProvider';
import { replicateWebhook } from './replicateWebhook';
import { requestRestore } from './requestRestore';
import { restoreAgain } from './restoreAgain';
import { startRestore } from './startRestore';

/** The second way in, for a tab closed right after the upload. Platform errors are retried, refusals are not. */
const uploaded = onObjectFinalized({ ...optionsOf(EVENT.photoUploaded), retry: true }, async ({ data }) => {
  const upload = parseUploadPath(data.name);
  if (!upload) return;
  const deps = liveDeps(EVENT.photoUploaded);
  try {
    await startRestore({ uid: upload.userId, path: data.name }, deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.info('An upload started no restore', { path: data.name, code: error.code, reason: error.message });
  }
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
];
