import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startTestReceiver, type TestReceiver } from '@heirlight/emulator-kit/testing';
import Stripe from 'stripe';
import { type Seed, startStripe } from './index';

export const KEY = 'sk_test_unit';
export const WEBHOOK_SECRET = 'whsec_unit';
export const PRICE = 'price_local_25';
export const APP = 'http://127.0.0.1:5000';

const product = (photos: number, unitAmount: number): Seed['products'][number] => ({
  id: `prod_local_${photos}`,
  name: `${photos} Restores`,
  metadata: { pack: `pack_${photos}` },
  price: { id: `price_local_${photos}`, currency: 'usd', unitAmount, lookupKey: `pack_${photos}` },
});
const SEED: Seed = {
  products: [product(5, 200), product(25, 600), product(50, 800)],
  promotionCodes: [{ code: 'FirstOrder', percentOff: 25, firstTimeTransaction: true }],
};

/** A running emulator, Stripe's own client, and an endpoint for its webhooks. */
export interface TestStripe {
  server: RunningServer;
  receiver: TestReceiver;
  client: Stripe;
  createSession(more?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Stripe.Checkout.Session>;
  /** Does to a Session what `POST /_control/sessions/{id}/{act}` does. @throws Error with the rejection */
  act(session: { id: string }, act: string, fields?: object): Promise<Stripe.Checkout.Session>;
  faults(faults: object): Promise<Response>;
  /** The events received so far, verified as the product does it. */
  events(): Stripe.Event[];
  close(): Promise<void>;
}

export function clientOf(server: RunningServer, key = KEY): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port: server.port, protocol: 'http', maxNetworkRetries: 0 });
}

export async function startTestStripe(settings: NonNullable<Seed['settings']> = {}): Promise<TestStripe> {
  const receiver = await startTestReceiver();
  const server = await startStripe({
    secretKey: KEY,
    accountName: 'Heirlight',
    seed: { ...SEED, settings },
    webhook: { url: `${receiver.server.origin}/stripe-webhook`, secret: WEBHOOK_SECRET },
    webhookRetryDelaysMs: [20, 20],
  });
  const client = clientOf(server);
  const post = (path: string, body: object) =>
    fetch(`${server.origin}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return {
    server,
    receiver,
    client,
    createSession: (more = {}) =>
      client.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: PRICE, quantity: 1 }],
        client_reference_id: 'uid1',
        metadata: { uid: 'uid1', pack: 'pack_25' },
        payment_intent_data: { metadata: { uid: 'uid1', pack: 'pack_25' } },
        customer_email: 'anna@example.com',
        customer_creation: 'always',
        allow_promotion_codes: true,
        success_url: `${APP}/?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${APP}/`,
        ...more,
      }),
    async act({ id }, act, fields = {}) {
      const response = await post(`sessions/${id}/${act}`, fields);
      const body = (await response.json()) as { session: Stripe.Checkout.Session; error?: { message: string } };
      if (body.error) throw new Error(body.error.message);
      return body.session;
    },
    faults: (faults) => post('faults', faults),
    events: () =>
      receiver.received.map(({ body, headers }) =>
        Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), WEBHOOK_SECRET),
      ),
    async close() {
      await server.close();
      await receiver.server.close();
    },
  };
}
