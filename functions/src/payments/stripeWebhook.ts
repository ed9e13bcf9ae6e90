import type { Deps } from '../platform/deps';
import { AppError, messageOf } from '../platform/errors';
import { HANDLED_EVENTS, type PaymentEvent } from '../platform/paymentGateway';
import { type ReconcileDeps, reconcilePayment } from './reconcilePayment';

/** Other events get status 200 and change nothing. */
const HANDLED = new Set<string>(HANDLED_EVENTS);

export interface WebhookResponse {
  /** 400: not from Stripe. 500: deliver again. 200 only after the commit. */
  status: 200 | 400 | 500;
  body: string;
}

async function sessionOf(event: PaymentEvent, { payments }: Pick<Deps, 'payments'>): Promise<string | null> {
  if (event.sessionId !== null) return event.sessionId;
  return event.paymentIntentId === null ? null : payments.findSession(event.paymentIntentId);
}

/**
 * A report of Stripe. The event only says which session to look at. The API says what happened, so repeated, reordered
 * and forged events change nothing.
 */
export async function stripeWebhook(
  delivery: { rawBody: Buffer; signature: string | undefined },
  deps: ReconcileDeps,
): Promise<WebhookResponse> {
  const { payments, log } = deps;
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
    const sessionId = await sessionOf(event, deps);
    if (sessionId !== null) await reconcilePayment(sessionId, deps);
    return { status: 200, body: 'ok' };
  } catch (error) {
    log.error('A payment webhook failed', { event: event.id, type: event.type, reason: messageOf(error) });
    return { status: 500, body: 'Try again' };
  }
}
