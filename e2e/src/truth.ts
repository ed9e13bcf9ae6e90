import { packById } from '@heirlight/contract/packs';
import type { Truth } from '@heirlight/functions/conservation';
import { bucket } from './admin';
import { stripeState } from './emulators';
import { suiteUrls } from './suiteUrls';

interface Disputed {
  charge: string;
  status: string;
  amount: number;
}
interface Money {
  sessions: {
    id: string;
    client_reference_id: string | null;
    payment_status: string;
    status: string;
    payment_intent: string | null;
    metadata: Record<string, string>;
  }[];
  charges: { id: string; payment_intent: string; amount: number; amount_refunded: number; paid: boolean }[];
  disputes: Disputed[];
}
interface Predictions {
  predictions: { status: string; webhook: string | null }[];
}

const HELD = new Set(['needs_response', 'under_review', 'lost']);

async function sessionsOf(uids: ReadonlySet<string>): Promise<Truth['sessions']> {
  const { sessions, charges, disputes } = (await stripeState()) as unknown as Money;
  return sessions
    .filter(({ client_reference_id: uid }) => uid !== null && uids.has(uid))
    .map(({ id, client_reference_id: uid, status, payment_status, payment_intent, metadata }) => {
      const charge = charges.find((entry) => entry.paid && entry.payment_intent === payment_intent);
      const held = disputes.filter((entry) => entry.charge === charge?.id && HELD.has(entry.status));
      return {
        id,
        uid: uid ?? '',
        photos: packById(metadata.pack ?? '')?.photos ?? 0,
        isPaid: status === 'complete' && payment_status !== 'unpaid',
        charged: charge?.amount ?? 0,
        returned: (charge?.amount_refunded ?? 0) + held.reduce((sum, { amount }) => sum + amount, 0),
      };
    });
}

/** What Stripe, Replicate and the bucket know of these accounts now. */
export async function readTruth(accounts: readonly string[], deletions: Truth['deletions']): Promise<Truth> {
  const state = await fetch(`${suiteUrls.replicate}/_control/state`);
  const { predictions } = (await state.json()) as Predictions;
  const folders = accounts.flatMap((uid) => [`images/${uid}/`, `results/${uid}/`]);
  const pages = await Promise.all(folders.map((prefix) => bucket.getFiles({ prefix })));
  const photoId = (webhook: string | null) => /photo=([0-9a-f-]{36})/.exec(webhook ?? '')?.[1];
  return {
    accounts,
    sessions: await sessionsOf(new Set(accounts)),
    succeededJobs: new Set(
      predictions.flatMap(({ status, webhook }) => (status === 'succeeded' ? (photoId(webhook) ?? []) : [])),
    ),
    deletions,
    files: pages.flatMap(([files]) => files.map(({ name }) => name)),
  };
}
