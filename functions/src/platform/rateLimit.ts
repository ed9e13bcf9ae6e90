// Why: docs/decisions/2026-11-23-limits-per-account.md
import { createHash } from 'node:crypto';
import { RATE_LIMITS, type RateLimitName } from '@heirlight/contract/limits';
import { number, object } from 'valibot';
import { collectionOf, time } from './documents';
import { AppError } from './errors';
import type { Firestore, Transaction } from './firestoreTypes';
import { transact } from './transact';

/** Documents here go by themselves after their `expires_at` (the TTL policy of `firestore.indexes.json`). */
const counters = collectionOf('rateLimits', object({ count: number(), expires_at: time }));

/**
 * Load tests raise every limit by this factor; unset it is 1. Read from the plain environment: no deployment sets it.
 */
const scale = () => Number(process.env.RATE_LIMIT_SCALE ?? 1);

interface Use {
  db: Firestore;
  name: RateLimitName;
  key: string;
  now: Date;
  /** How many uses this is; one if left out. */
  uses?: number;
}

function counterOf({ db, name, key, now }: Use) {
  const { windowMs } = RATE_LIMITS[name];
  const windowEnd = (Math.floor(now.getTime() / windowMs) + 1) * windowMs;
  // Hashed, so that an expired counter names nobody.
  const id = createHash('sha256').update(`${name}|${key}|${windowEnd}`).digest('hex').slice(0, 40);
  return { ref: counters(db).doc(id), windowEnd };
}

const usesIn = (counter: { data(): { count: number } | undefined }) => counter.data()?.count ?? 0;

function requireRoom({ name, uses = 1 }: Use, used: number): void {
  const most = RATE_LIMITS[name].limit * scale();
  const code = name === 'freeTriesPerUser' ? 'too_many_failures' : 'rate_limited';
  if (used + uses > most) throw new AppError(code, `${name}: ${used} uses in this window`);
}

async function readUse(transaction: Transaction, use: Use): Promise<{ used: number; write(): void }> {
  const { ref, windowEnd } = counterOf(use);
  const used = usesIn(await transaction.get(ref));
  return {
    used,
    write: () => transaction.set(ref, { count: used + (use.uses ?? 1), expires_at: new Date(windowEnd) }),
  };
}

/**
 * Counts a use in a fixed window inside the caller's transaction. Reads at once and returns a function that writes:
 * call it after the transaction's other reads.
 *
 * @throws AppError `rate_limited` when the window has no room for it
 */
export async function countUse(transaction: Transaction, use: Use): Promise<() => void> {
  const { used, write } = await readUse(transaction, use);
  requireRoom(use, used);
  return write;
}

/** Counts as `countUse` does and refuses nothing: for what is promised, and uses up what is not. */
export async function noteUses(transaction: Transaction, use: Use): Promise<() => void> {
  const { write } = await readUse(transaction, use);
  return write;
}

/**
 * Checks that another use would be counted, without counting.
 *
 * @throws AppError `rate_limited` when the window is full, `too_many_failures` when it is that of the free tries
 */
export async function checkUse(use: Use): Promise<void> {
  requireRoom(use, usesIn(await counterOf(use).ref.get()));
}

/** Counts a use in a transaction of its own. @throws AppError `rate_limited` */
export function countUseNow(options: Use): Promise<void> {
  return transact(options.db, async (transaction) => {
    const write = await countUse(transaction, options);
    write();
  });
}
