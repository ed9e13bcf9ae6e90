import { createHash } from 'node:crypto';
import { RATE_LIMITS, type RateLimitName } from '@heirlight/contract/limits';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { AppError } from './errors';
import { transact } from './transact';

/** Documents here go by themselves after their `expires_at` (the TTL policy of `firestore.indexes.json`). */
const COUNTERS = 'rateLimits';

interface Counter {
  count: number;
  expires_at: FirebaseFirestore.Timestamp;
}

/** Load tests raise every limit by this factor; unset it is 1. Read from the plain environment: no deployment sets it. */
const scale = () => Number(process.env.RATE_LIMIT_SCALE ?? 1);

/**
 * Counts one use in a fixed window inside the caller's transaction. It reads at once; call what it answers after the
 * transaction's other reads, to write.
 *
 * @throws AppError `rate_limited` when the window is full
 */
export async function countUse(
  transaction: Transaction,
  { db, name, key, now }: { db: Firestore; name: RateLimitName; key: string; now: Date },
): Promise<() => void> {
  const { limit, windowMs } = RATE_LIMITS[name];
  const windowEnd = (Math.floor(now.getTime() / windowMs) + 1) * windowMs;
  // Hashed, so that no network address is kept.
  const id = createHash('sha256').update(`${name}|${key}|${windowEnd}`).digest('hex').slice(0, 40);
  const ref = db.collection(COUNTERS).doc(id);
  const used = ((await transaction.get(ref)).data() as Counter | undefined)?.count ?? 0;
  if (used >= limit * scale()) throw new AppError('rate_limited', `${name}: ${used} uses in this window`);
  return () => transaction.set(ref, { count: used + 1, expires_at: new Date(windowEnd) });
}

/** Counts one use in a transaction of its own. @throws AppError `rate_limited` */
export function countUseNow(options: { db: Firestore; name: RateLimitName; key: string; now: Date }): Promise<void> {
  return transact(options.db, async (transaction) => {
    const write = await countUse(transaction, options);
    write();
  });
}
