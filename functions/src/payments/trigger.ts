import { CALLABLES, REGION, WEBHOOK } from '@heirlight/contract/callables';
import { onRequest } from 'firebase-functions/https';
import { ADDRESS_HASH_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from '../platform/config';
import { implement, implementPublic } from '../platform/implement';
import { liveDeps } from '../platform/liveDeps';
import { createCheckoutSession } from './createCheckoutSession';
import { listPrices } from './listPrices';
import { stripeWebhook } from './stripeWebhook';

const reportFromStripe = onRequest(
  { region: REGION, invoker: 'public', secrets: [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET] },
  async (request, response) => {
    if (request.method !== 'POST') {
      response.status(405).set('allow', 'POST').send('POST only');
      return;
    }
    // The signature is over the bytes as they came; a body parsed and written again would not match.
    const delivery = { rawBody: request.rawBody, signature: request.get('stripe-signature') };
    const { status, body } = await stripeWebhook(delivery, await liveDeps());
    response.status(status).send(body);
  },
);

export const paymentEndpoints = [
  implement(CALLABLES.createCheckoutSession, { secrets: [ADDRESS_HASH_KEY, STRIPE_SECRET_KEY] }, createCheckoutSession),
  implementPublic(CALLABLES.listPrices, {}, listPrices),
  { name: WEBHOOK.stripe, run: reportFromStripe },
];
