import { CALLABLES, WEBHOOK } from '@heirlight/contract/callables';
import { onRequest } from 'firebase-functions/https';
import { optionsOf } from '../platform/functionOptions';
import { implement, implementPublic } from '../platform/implement';
import { liveDeps } from '../platform/liveDeps';
import { taskEndpoint } from '../platform/taskFunction';
import { createCheckoutSession } from './createCheckoutSession';
import { listPrices } from './listPrices';
import { listPurchases } from './listPurchases';
import { requestWithdrawal } from './requestWithdrawal';
import { stripeWebhook } from './stripeWebhook';
import { paymentTasks } from './tasks';

const reportFromStripe = onRequest({ ...optionsOf(WEBHOOK.stripe), invoker: 'public' }, async (request, response) => {
  if (request.method !== 'POST') {
    response.status(405).set('allow', 'POST').send('POST only');
    return;
  }
  // The signature is over the bytes as they came; a body parsed and written again would not match.
  const delivery = { rawBody: request.rawBody, signature: request.get('stripe-signature') };
  const { status, body } = await stripeWebhook(delivery, liveDeps(WEBHOOK.stripe));
  response.status(status).send(body);
});

export const paymentEndpoints = [
  implement(CALLABLES.createCheckoutSession, createCheckoutSession),
  implement(CALLABLES.requestWithdrawal, requestWithdrawal),
  implement(CALLABLES.listPurchases, listPurchases),
  implementPublic(CALLABLES.listPrices, listPrices),
  { name: WEBHOOK.stripe, run: reportFromStripe },
  ...paymentTasks.map((handler) => taskEndpoint(handler)),
];
