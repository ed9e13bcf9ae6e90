import { packById } from '@heirlight/contract/packs';
import { AppError } from '../../src/platform/errors';
import {
  type CheckoutOrder,
  type CheckoutTruth,
  type NewCustomer,
  type PaymentGateway,
  PaymentRefused,
  type Refund,
  type RefundOrder,
} from '../../src/platform/paymentGateway';

export interface FakePayments extends PaymentGateway {
  orders: CheckoutOrder[];
  /** A customer that a test removes is unknown to Stripe. */
  customers: Map<string, Pick<NewCustomer, 'uid' | 'email'>>;
  sessions: Map<string, CheckoutTruth>;
  /** Completes a session as paid, with a charge of `amount` cents. */
  pay(sessionId: string, amount?: number): CheckoutTruth;
  change(sessionId: string, change: Partial<CheckoutTruth>): void;
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  isDown: boolean;
}

/** A refund of a charge. Null when nothing is left to give back. */
function refundOf(
  charge: NonNullable<CheckoutTruth['charge']>,
  { amountCents, idempotencyKey }: RefundOrder,
): Refund | null {
  const given = charge.refunds.filter(({ state }) => state === 'given');
  const left = charge.amount - given.reduce((sum, { amount }) => sum + amount, 0);
  if (charge.disputes.some(({ state }) => state !== 'won'))
    throw new PaymentRefused('The charge has been charged back');
  if (left === 0) return null;
  const amount = amountCents ?? left;
  if (amount > left) throw new PaymentRefused('Refund amount is greater than unrefunded amount on charge');
  return { id: `re_${charge.id}_${charge.refunds.length}`, state: 'given', amount, request: idempotencyKey };
}

/** Stripe in memory. The only valid signature is "valid"; an event's body is the `PaymentEvent` as JSON. */
export function fakePayments(): FakePayments {
  const sessions = new Map<string, CheckoutTruth>();
  const byKey = new Map<string, string>();
  const refundsByKey = new Map<string, Refund>();
  let customersMade = 0;
  const sessionOfPayment = (paymentIntentId: string) =>
    [...sessions.values()].find((entry) => entry.paymentIntentId === paymentIntentId);
  const requireUp = (code: 'checkout_failed' | null) => {
    if (!fake.isDown) return;
    throw code ? new AppError(code, 'Stripe is down') : new Error('Stripe is down');
  };
  const fake: FakePayments = {
    orders: [],
    customers: new Map(),
    sessions,
    isDown: false,
    async createCustomer({ uid, email, idempotencyKey }) {
      requireUp('checkout_failed');
      const known = byKey.get(idempotencyKey);
      if (known !== undefined) return known;
      const customerId = `cus_${++customersMade}`;
      byKey.set(idempotencyKey, customerId);
      fake.customers.set(customerId, { uid, email });
      return customerId;
    },
    async deleteCustomer(customerId) {
      requireUp(null);
      fake.customers.delete(customerId);
    },
    async createSession(order) {
      requireUp('checkout_failed');
      if (!fake.customers.has(order.customerId)) return null;
      fake.orders.push(order);
      const sessionId = byKey.get(order.idempotencyKey) ?? `cs_${sessions.size + 1}`;
      if (!sessions.has(sessionId)) {
        byKey.set(order.idempotencyKey, sessionId);
        sessions.set(sessionId, {
          sessionId,
          uid: order.uid,
          pack: order.pack,
          state: 'open',
          amountTotal: (packById(order.pack)?.price ?? 0) * 100,
          currency: 'usd',
          paymentIntentId: null,
          charge: null,
        });
      }
      return { sessionId, url: `https://checkout.stripe.com/${sessionId}` };
    },
    async retrieveSession(sessionId) {
      requireUp(null);
      return sessions.get(sessionId) ?? null;
    },
    async expireSession(sessionId) {
      requireUp(null);
      if (sessions.get(sessionId)?.state === 'open') fake.change(sessionId, { state: 'expired' });
    },
    async findSession(paymentIntentId) {
      requireUp(null);
      return sessionOfPayment(paymentIntentId)?.sessionId ?? null;
    },
    async receiptUrls(customerId) {
      requireUp(null);
      const orders = fake.orders.filter((order) => order.customerId === customerId);
      const ofCustomer = ({ uid }: CheckoutTruth) => orders.some((order) => order.uid === uid);
      const charges = [...sessions.values()].filter(ofCustomer).flatMap(({ charge }) => charge ?? []);
      return new Map(charges.map(({ id }) => [id, `https://pay.stripe.com/receipts/${id}`]));
    },
    async refund(order) {
      requireUp(null);
      const { sessionId = '', charge } = sessionOfPayment(order.paymentIntentId) ?? {};
      if (!charge) throw new PaymentRefused(`No such payment_intent: '${order.paymentIntentId}'`);
      const known = refundsByKey.get(order.idempotencyKey);
      if (known) return known;
      const refund = refundOf(charge, order);
      if (!refund) return null;
      refundsByKey.set(order.idempotencyKey, refund);
      fake.change(sessionId, { charge: { ...charge, refunds: [...charge.refunds, refund] } });
      return refund;
    },
    forgetKeys() {
      byKey.clear();
      refundsByKey.clear();
    },
    async verifyEvent({ rawBody, signature }) {
      if (signature !== 'valid') throw new AppError('invalid_request', 'The signature does not match');
      return JSON.parse(rawBody.toString('utf8'));
    },
    pay(sessionId, amount = 200) {
      fake.change(sessionId, {
        state: 'paid',
        amountTotal: amount,
        paymentIntentId: `pi_${sessionId}`,
        charge: { id: `ch_${sessionId}`, amount, refunds: [], disputes: [] },
      });
      return sessions.get(sessionId) as CheckoutTruth;
    },
    change(sessionId, change) {
      const session = sessions.get(sessionId);
      if (!session) throw new Error(`There is no session ${sessionId}`);
      sessions.set(sessionId, { ...session, ...change });
    },
  };
  return fake;
}
