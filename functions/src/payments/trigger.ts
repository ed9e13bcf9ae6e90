import { CALLABLES } from '@heirlight/contract/callables';
import { WEBHOOK } from '@heirlight/contract/functionNames';
import { onRequest } from 'firebase-functions/https';
import { ADDRESS_HASH_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from '../platform/config';
import { PROFILE } from '../platform/functionOptions';
import { implement, implementPublic } from '../platform/implement';
import { registerFunction } from '../platform/registerFunction';
import { taskEndpoint } from '../platform/taskFunction';
import { createCheckoutSession } from './createCheckoutSession';
import { listPrices } from './listPrices';
import { listPurchases } from './listPurchases';
import { requestWithdrawal } from './requestWithdrawal';
import { stripeWebhook } from './stripeWebhook';
import { paymentTasks } from './tasks';

const reportFromStripe = registerFunction(
  {
    name: WEBHOOK.stripe,
    // Verifies and enqueues; Stripe repeats for three days what finds no room.
    ...PROFILE.webhook,
    maxInstances: 3,
    rights: ['reconcile-payment'],
    secrets: [STRIPE_WEBHOOK_SECRET],
  },
  (deployment, deps) =>
    onRequest({ ...deployment, invoker: 'public' }, async (request, response) => {
      if (request.method !== 'POST') {
        response.status(405).set('allow', 'POST').send('POST only');
        return;
      }
      // The signature is over the bytes as they came; a body parsed and written again would not match.
      const delivery = { rawBody: request.rawBody, signature: request.get('stripe-signature') };
      const { status, body } = await stripeWebhook(delivery, deps());
      response.status(status).send(body);
    }),
);

export const paymentEndpoints = [
  implement(
    CALLABLES.createCheckoutSession,
    {
      // Waits for Stripe; each account has a rate limit.
      ...PROFILE.light,
      maxInstances: 3,
      rights: ['db', 'users.read'],
      secrets: [ADDRESS_HASH_KEY, STRIPE_SECRET_KEY],
    },
    createCheckoutSession,
  ),
  // Waits for Stripe; rare, and each account has a rate limit.
  implement(
    CALLABLES.requestWithdrawal,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'users.read'], secrets: [STRIPE_SECRET_KEY] },
    requestWithdrawal,
  ),
  // Waits for Stripe; each account has a rate limit.
  implement(
    CALLABLES.listPurchases,
    { ...PROFILE.light, maxInstances: 2, rights: ['db', 'users.read'], secrets: [STRIPE_SECRET_KEY] },
    listPurchases,
  ),
  // Anybody may call it, and it answers from memory.
  implementPublic(CALLABLES.listPrices, { ...PROFILE.light, maxInstances: 2, rights: [], secrets: [] }, listPrices),
  reportFromStripe,
  ...paymentTasks.map((handler) => taskEndpoint(handler)),
];
