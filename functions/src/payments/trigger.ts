import { REGION } from '@heirlight/contract/callables';
import { onRequest } from 'firebase-functions/https';
import { publicCallable, userCallable } from '../platform/callable';
import { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from '../platform/config';
import { liveDeps } from '../platform/liveDeps';
import { createCheckoutSession } from './createCheckoutSession';
import { listPrices } from './listPrices';
import { stripeWebhook } from './stripeWebhook';

export const createCheckoutSessionFunction = userCallable({ secrets: [STRIPE_SECRET_KEY] }, createCheckoutSession);

export const listPricesFunction = publicCallable({}, async (deps) => listPrices(deps));

export const stripeWebhookFunction = onRequest(
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
