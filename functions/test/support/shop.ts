import { createCheckoutSession } from '../../src/payments/createCheckoutSession';
import { stripeWebhook } from '../../src/payments/stripeWebhook';
import type { Caller } from '../../src/platform/caller';
import { eachInNewWorld, type World } from './world';

export interface ChargeChange {
  /** Cents refunded so far. More than before adds a refund; 0 is a response from before all refunds. */
  amountRefunded?: number;
  /** The state of the last refund. */
  lastRefund?: 'failed';
  disputes?: Array<'holds' | 'won'>;
}

/** One buyer's purchases, and what Stripe says about them. */
export type Shop = ReturnType<typeof openShop>;

function openShop(world: World, caller: Caller) {
  let events = 0;
  const event = async (type: string, ids: { sessionId?: string; paymentIntentId?: string }, deps: World = world) => {
    const body = {
      id: `evt_${++events}`,
      type,
      sessionId: ids.sessionId ?? null,
      paymentIntentId: ids.paymentIntentId ?? null,
    };
    const response = await stripeWebhook({ rawBody: Buffer.from(JSON.stringify(body)), signature: 'valid' }, deps);
    await world.tasks.run(deps);
    return response;
  };
  return {
    /** Clicks on Buy. Returns the session's id, '' if there is none. */
    async checkout(priceId = 'price_5'): Promise<string> {
      const body = { priceId, userId: caller.uid, email: 'somebody@else.example' };
      return (await createCheckoutSession(body, caller, world)).sessionId ?? '';
    },
    /** Stripe reports, and the queue runs what comes of it. */
    event,
    completed: (sessionId: string, deps?: World) => event('checkout.session.completed', { sessionId }, deps),
    refunded: (sessionId: string) => event('charge.refunded', { paymentIntentId: `pi_${sessionId}` }),
    account: async () => (await world.db.collection('users').doc(caller.uid).get()).data(),
    payment: async (sessionId: string) => (await world.db.collection('payments').doc(sessionId).get()).data(),
    customers: () => [...world.payments.customers.keys()],
    /** Ends a session at Stripe, as time does. */
    lapse(sessionId: string): string {
      world.payments.change(sessionId, { state: 'expired' });
      return sessionId;
    },
    /** Changes a charge, as refunds and disputes do. */
    charge(sessionId: string, change: ChargeChange): void {
      const current = world.payments.sessions.get(sessionId)?.charge;
      if (!current) throw new Error('No charge');
      const disputes = (change.disputes ?? []).map((state, index) => ({
        id: `dp_${index}`,
        state,
        amount: current.amount,
      }));
      const refunds = change.amountRefunded === 0 ? [] : [...current.refunds];
      const more = (change.amountRefunded ?? 0) - refunds.reduce((sum, refund) => sum + refund.amount, 0);
      if (more > 0) refunds.push({ id: `re_${refunds.length}`, state: 'given', amount: more });
      const last = refunds.at(-1);
      if (change.lastRefund && last) refunds[refunds.length - 1] = { ...last, state: change.lastRefund };
      world.payments.change(sessionId, { charge: { ...current, refunds, disputes } });
    },
  };
}

/** Before each test of a file, gives `take` a new world and a caller without restores. */
export function eachInNewShop(take: (made: { world: World; caller: Caller; shop: Shop }) => void): void {
  eachInNewWorld((world) => {
    world.config.welcomeRestores = 0;
    const caller = world.caller();
    take({ world, caller, shop: openShop(world, caller) });
  });
}
