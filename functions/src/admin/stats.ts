// Why: docs/decisions/2026-11-23-what-the-owner-is-told.md
import { ERROR_CODES } from '@heirlight/contract/errors';
import { LEDGER } from '@heirlight/contract/paths';
import { array, boolean, nullable, number, object, record, string } from 'valibot';
import { accounts } from '../account/accountRecord';
import { alerts } from '../ledger/alerts';
import { noticeEdits } from '../ledger/noticeEdits';
import { income } from '../payments/income';
import { countAndSum, countOf } from '../platform/aggregate';
import { boundsOf, dayOf } from '../platform/day';
import { collectionOf, time } from '../platform/documents';
import type { Firestore, Query } from '../platform/firestoreTypes';
import { outcomes } from '../restore/outcomes';
import { note, success } from './answer';
import { sweepExports } from './exportAccount';
import { RejectedRequest } from './rejectedRequest';
import type { AdminDeps } from './work';

/** `stats/{day}`: one UTC day. Every figure can be made again later and is the same then, but for `alerts`. */
const stats = collectionOf(
  'stats',
  object({
    day: string(),
    made_at: time,
    /** False while the day is not over: these are its figures so far. */
    is_complete: boolean(),
    restores_started: number(),
    /** Those that ended on the day. */
    restores_succeeded: number(),
    restores_failed: number(),
    /** How many failed for each reason: an error code. */
    failed_by_reason: record(string(), number()),
    /** From the upload to the result, for half and for 95 of 100 that succeeded; null on a day without. */
    median_seconds: nullable(number()),
    p95_seconds: nullable(number()),
    /** What the provider's jobs cost by the price table, as far as it told of them. */
    provider_cost_cents: number(),
    /** What buyers paid less what went back, before Stripe's fees. */
    income_cents: number(),
    purchases: number(),
    new_accounts: number(),
    /** Requests of the owner that moved restores, and how many those gave in all. */
    grants: number(),
    restores_granted: number(),
    /** What needs the owner, when these figures were made. */
    alerts: array(string()),
  }),
);

/** No restore takes longer, in seconds: the sweep gives up after an hour. */
const LONGEST_S = 2 * 60 * 60;

/** The smallest whole second within which this share of them was done. Costs a dozen counts, however many they are. */
async function secondsFor(share: number, done: Query, count: number): Promise<number | null> {
  if (count === 0) return null;
  let [low, high] = [0, LONGEST_S];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await countOf(done.where('seconds', '<=', middle))) >= share * count) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Counts reason by reason until all are found: a good day costs one count or none. */
async function reasonsOf(failed: Query, count: number): Promise<Record<string, number>> {
  const reasons: Record<string, number> = {};
  let left = count;
  for (const code of ERROR_CODES) {
    if (left === 0) break;
    const found = await countOf(failed.where('code', '==', code));
    if (found > 0) reasons[code] = found;
    left -= found;
  }
  return reasons;
}

async function restoresOf(day: string, db: Firestore) {
  const ended = outcomes(db).where('day', '==', day);
  const succeeded = ended.where('status', '==', 'succeeded');
  const { count, provider_usd } = await countAndSum(ended, 'provider_usd');
  const good = await countOf(succeeded);
  return {
    restores_succeeded: good,
    restores_failed: count - good,
    failed_by_reason: await reasonsOf(ended.where('status', '==', 'failed'), count - good),
    median_seconds: await secondsFor(0.5, succeeded, good),
    p95_seconds: await secondsFor(0.95, succeeded, good),
    // A hundredth of a cent is enough.
    provider_cost_cents: Math.round(provider_usd * 10_000) / 100,
  };
}

async function ledgerOfDay(day: string, db: Firestore) {
  const { from, to } = boundsOf(day);
  const entries = db.collectionGroup(LEDGER).where('created_at', '>=', from).where('created_at', '<', to);
  const of = (reason: string) => countAndSum(entries.where('reason', '==', reason), 'delta');
  const [restores, purchases, grants] = await Promise.all(['restore', 'purchase', 'grant'].map(of));
  return {
    restores_started: restores?.count ?? 0,
    purchases: purchases?.count ?? 0,
    grants: grants?.count ?? 0,
    restores_granted: grants?.delta ?? 0,
  };
}

/** Makes the figures of a day, as far as it has gone. The database counts: a day costs dozens of reads, not its history. */
export async function makeStats(day: string, { db, now }: Pick<AdminDeps, 'db' | 'now'>): Promise<void> {
  const made_at = now();
  const { from, to } = boundsOf(day);
  const open = await alerts(db).get();
  await stats(db)
    .doc(day)
    .set({
      day,
      made_at,
      is_complete: made_at >= to,
      ...(await ledgerOfDay(day, db)),
      ...(await restoresOf(day, db)),
      income_cents: (await countAndSum(income(db).where('day', '==', day), 'cents')).cents,
      new_accounts: await countOf(accounts(db).where('created_at', '>=', from).where('created_at', '<', to)),
      alerts: open.docs.map((alert) => alert.data().text).filter((text) => text !== ''),
    });
}

/** Makes the figures of a day again, at the owner's request. */
export async function remakeStats(id: string, day: string, deps: AdminDeps): Promise<void> {
  if (day > dayOf(deps.now())) throw new RejectedRequest(`The day ${day} has not begun.`);
  await makeStats(day, deps);
  await note(id, { ...success(deps.now()), result: { stats: `stats/${day}` } }, deps);
}

/**
 * What is done once an hour for the owner: notices balances changed by hand, makes the figures of today so far and those
 * of the last day that is over, once, and removes old exports. Returns the number of days made.
 */
export async function hourly(deps: AdminDeps): Promise<number> {
  const { db, now } = deps;
  await noticeEdits(deps);
  const today = dayOf(now());
  const yesterday = dayOf(new Date(boundsOf(today).from.getTime() - 1));
  const isMade = (await stats(db).doc(yesterday).get()).data()?.is_complete === true;
  const days = isMade ? [today] : [yesterday, today];
  for (const day of days) await makeStats(day, deps);
  await sweepExports(deps);
  return days.length;
}
