import type { Firestore } from '../platform/firestoreTypes';
import { type BalanceRecord, balanceRef, balances, ledgerOf } from './ledger';

export interface Difference {
  uid: string;
  /** Restores the account says it has, or owes if they are the problem; null when the ledger has no account. */
  balance: number | null;
  /** Sum of its ledger. */
  ledger: number;
  problem:
    | 'balance is not the sum of the ledger'
    | 'balance is negative'
    | 'what is owed is not the sum of the ledger'
    | 'ledger without an account';
}

export interface Audit {
  accounts: number;
  entries: number;
  differences: Difference[];
}

/** Accounts looked at side by side: few enough not to get in the way of the product. */
const PAGE = 100;

function judge(
  uid: string,
  account: BalanceRecord | undefined,
  sum: { delta: number; owed: number },
): Difference | null {
  const found = { uid, balance: account?.restores_available ?? null, ledger: sum.delta };
  if (!account) return { ...found, problem: 'ledger without an account' };
  if (account.restores_available < 0) return { ...found, problem: 'balance is negative' };
  if (account.restores_available !== sum.delta) return { ...found, problem: 'balance is not the sum of the ledger' };
  if (account.restores_owed === sum.owed) return null;
  const problem = 'what is owed is not the sum of the ledger';
  return { uid, balance: account.restores_owed, ledger: sum.owed, problem };
}

/** One account and its ledger as of one moment, so that a purchase in between is no difference. */
async function auditAccount(db: Firestore, uid: string): Promise<{ entries: number; difference: Difference | null }> {
  return db.runTransaction(
    async (transaction) => {
      const account = await transaction.get(balanceRef(db, uid));
      const ledger = await transaction.get(ledgerOf(db, uid));
      const entries = ledger.docs.map((entry) => entry.data());
      const sum = {
        delta: entries.reduce((total, { delta }) => total + delta, 0),
        owed: entries.reduce((total, { owed = 0 }) => total + owed, 0),
      };
      const difference = account.exists || ledger.size > 0 ? judge(uid, account.data(), sum) : null;
      return { entries: ledger.size, difference };
    },
    { readOnly: true },
  );
}

/**
 * Recomputes every balance from the ledger, page by page, and writes nothing. Also finds a ledger without an account
 * document. Costs one read per account and per ledger entry.
 */
export async function auditBalances(db: Firestore): Promise<Audit> {
  const audit: Audit = { accounts: 0, entries: 0, differences: [] };
  // listDocuments names documents that exist only as parents, which a query does not.
  const refs = await balances(db).listDocuments();
  for (let start = 0; start < refs.length; start += PAGE) {
    const page = refs.slice(start, start + PAGE);
    for (const { entries, difference } of await Promise.all(page.map(({ id }) => auditAccount(db, id)))) {
      audit.accounts++;
      audit.entries += entries;
      if (difference) audit.differences.push(difference);
    }
  }
  return audit;
}
