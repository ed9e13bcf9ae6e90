// Why: docs/decisions/2026-11-23-a-restore-in-task-queues.md
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_TOLERANCE_S } from '@heirlight/contract/limits';

export interface SignedDelivery {
  id: string | undefined;
  timestamp: string | undefined;
  /** Space-separated `v1,<base64>` entries: more than one while a secret is being changed. */
  signature: string | undefined;
  rawBody: Buffer;
}

/**
 * What is wrong with the signature of a delivery; null when it holds. The provider's library checks neither the age nor
 * in constant time, so this does. https://replicate.com/docs/topics/webhooks/verify-webhook
 *
 * @param secret `whsec_` and the base64 key; blank refuses everything
 */
export function signatureProblem(
  delivery: SignedDelivery,
  { secret, now }: { secret: string; now: Date },
): string | null {
  const { id, timestamp, signature, rawBody } = delivery;
  const key = Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return 'no webhook secret is configured';
  if (!id || !timestamp || !signature) return 'a signature header is missing';
  if (!/^\d{1,12}$/.test(timestamp)) return 'the timestamp is no number';
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > WEBHOOK_TOLERANCE_S) return 'the timestamp is stale';

  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  const matches = signature.split(' ').some((entry) => {
    const [version, value = ''] = entry.split(',', 2);
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return matches ? null : 'the signature does not match';
}
