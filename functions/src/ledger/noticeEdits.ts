// Why: docs/decisions/2026-11-23-what-the-owner-is-told.md
import { USERS } from '@heirlight/contract/paths';
import { countAndSum } from '../platform/aggregate';
import type { Deps } from '../platform/deps';
import type { Firestore } from '../platform/firestoreTypes';
import { type Alert, alertOf, alertRef, alerts } from './alerts';
import { balanceRef, balances } from './ledger';

const PAGE = 500;

type NoticeDeps = Pick<Deps, 'db' | 'now' | 'log'>;

/** The alert that an account deserves now; null when balance and ledger agree, or it is gone. */
async function renewed(uid: string, { db, now }: NoticeDeps): Promise<Alert | null> {
  const account = (await balanceRef(db, uid).get()).data();
  const { restores_available: balance = 0, ledger_sum: ledgerSum = balance } = account ?? {};
  return balance === ledgerSum ? null : alertOf({ uid, balance, ledgerSum, now: now() });
}

/** How much all balances together exceed what the ledgers add up to. */
async function excess(db: Firestore): Promise<number> {
  const sums = await countAndSum(balances(db), 'restores_available', 'ledger_sum');
  return sums.restores_available - sums.ledger_sum;
}

/** Every account whose balance is not what its ledger adds up to. Reads all accounts, two fields of each. */
async function findEdited(db: Firestore): Promise<string[]> {
  const edited: string[] = [];
  const query = db.collection(USERS).orderBy('__name__').select('restores_available', 'ledger_sum').limit(PAGE);
  for (let page = await query.get(); page.size > 0; page = await query.startAfter(page.docs.at(-1)).get()) {
    for (const account of page.docs) {
      const { restores_available: balance, ledger_sum: ledgerSum } = account.data();
      if (ledgerSum !== undefined && balance !== ledgerSum) edited.push(account.id);
    }
  }
  return edited;
}

/**
 * Says which balances somebody has changed by hand: as `alerts` and as errors in the log. Removes the alerts of those
 * that are right again, and changes no balance.
 *
 * The database adds up all balances and all ledger sums, which costs one read for every 1,000 accounts. Accounts are
 * looked at only when a difference has no alert yet. Edits that cancel each other out are noticed when one of the
 * accounts is next used: see `postEntries`.
 */
export async function noticeEdits(deps: NoticeDeps): Promise<Alert[]> {
  const { db, log } = deps;
  const before = (await alerts(db).get()).docs.map(({ id }) => id.replace('balance_', ''));
  const look = async (uids: string[]) => {
    const looked = await Promise.all(uids.map(async (uid) => ({ uid, alert: await renewed(uid, deps) })));
    for (const { uid, alert } of looked) await (alert ? alertRef(db, uid).set(alert) : alertRef(db, uid).delete());
    return looked.flatMap(({ alert }) => alert ?? []);
  };
  let found = await look(before);
  const explained = found.reduce((sum, { balance, ledger_sum }) => sum + balance - ledger_sum, 0);
  if ((await excess(db)) !== explained) found = await look([...new Set([...before, ...(await findEdited(db))])]);
  for (const { account, balance, ledger_sum } of found) {
    log.error('A balance was changed by hand', { uid: account, balance, ledger_sum });
  }
  return found;
}
