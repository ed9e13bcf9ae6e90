import type { Deps } from '../platform/deps';
import { AppError, messageOf } from '../platform/errors';
import { HANDLED_EVENTS, type PaymentEvent } from '../platform/paymentGateway';
import { RECONCILE_PAYMENT } from './queues';

/** Other events get status 200 and change nothing. */
const HANDLED = new Set<string>(HANDLED_EVENTS);

export interface WebhookResponse {
  /** 400: not from Stripe. 500: deliver again. 200 only once a queue has it. */
  status: 200 | 400 | 500;
  body: string;
}

/**
 * A report of Stripe. The event only says which session to look at, and a queue looks. The API says what happened, so
 * repeated, reordered and forged events change nothing.
 */
export async function stripeWebhook(
  delivery: { rawBody: Buffer; signature: string | undefined },
  { payments, tasks, faultPoint, log }: Pick<Deps, 'payments' | 'tasks' | 'faultPoint' | 'log'>,
): Promise<WebhookResponse> {
  let event: PaymentEvent;
  try {
    event = await payments.verifyEvent(delivery);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn('A payment webhook was refused', { reason: error.message });
    return { status: 400, body: 'Invalid signature' };
  }
  if (!HANDLED.has(event.type)) return { status: 200, body: 'ignored' };
  try {
    const { id, sessionId, paymentIntentId } = event;
    await faultPoint('payment.beforeEnqueue');
    await tasks.enqueue(RECONCILE_PAYMENT, { sessionId, paymentIntentId }, { id });
    await faultPoint('payment.afterEnqueue');
    return { status: 200, body: 'ok' };
  } catch (error) {
    log.error('A payment webhook failed', { event: event.id, type: event.type, reason: messageOf(error) });
    return { status: 500, body: 'Try again' };
  }
}
