import { ledgerEntryId } from '@heirlight/contract/account';
import { ledgerRef, postEntries } from '../ledger/ledger';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import { AppError } from '../platform/errors';
import { transact } from '../platform/transact';
import { accountRef } from './accountRecord';
import { knownAddressRef, knownUntil } from './knownAddresses';

export type AccountDeps = Pick<Deps, 'db' | 'users' | 'config' | 'hashAddress' | 'now' | 'faultPoint'>;

export interface AccountState {
  /** Restores available. */
  balance: number;
  /** True while the welcome restores wait for the e-mail address to be verified. */
  awaitsVerification: boolean;
  stripeCustomerId: string | null;
  /** Whether the mailbox is known from another account. */
  isReturning: boolean;
}

/**
 * Decides once whether the account gets its welcome: of all accounts of one mailbox the first does. Decides nothing
 * while `awaitsVerification`, because the address may be somebody else's.
 */
function welcomeOnce(
  { uid, email, awaitsVerification }: { uid: string; email: string | null; awaitsVerification: boolean },
  { db, config, hashAddress, now }: AccountDeps,
): Promise<{ balance: number; isReturning: boolean }> {
  const address = knownAddressRef(db, email === null ? 'none' : hashAddress(email));
  const entry = { id: ledgerEntryId.welcome(), reason: 'welcome', ref: uid, delta: config.welcomeRestores } as const;
  return transact(db, async (transaction) => {
    const [account, welcome, known] = await getAll(
      transaction,
      accountRef(db, uid),
      ledgerRef(db, uid, entry.id),
      address,
    );
    const decided = welcome.exists ? false : account.data()?.is_returning;
    const isReturning = decided ?? known.exists;
    const decides = decided === undefined && !awaitsVerification;
    const entries = decides && !isReturning && config.welcomeRestores > 0 ? [entry] : [];
    const { balance } = await postEntries(transaction, { db, uid, entries, now: now() });
    if (decides) {
      transaction.update(accountRef(db, uid), { is_returning: isReturning });
      if (email !== null && !known.exists) transaction.create(address, knownUntil(now()));
    }
    return { balance, isReturning };
  });
}

/**
 * Makes sure that the account exists and got its welcome restores: once for each mailbox and, if so configured, not
 * before the e-mail address is verified. Costs one read of two documents when there is nothing to do.
 *
 * @param emailVerified what the caller's token says, if there is one. False is checked with Auth: a token keeps it for
 *   up to an hour after the address was verified elsewhere.
 * @throws AppError `signed_out` when the account or its sign-in was deleted and an old token still arrives
 */
export async function ensureAccount(
  { uid, emailVerified = false }: { uid: string; emailVerified?: boolean },
  deps: AccountDeps,
): Promise<AccountState> {
  const { db, users, config, faultPoint } = deps;
  const welcomeId = ledgerEntryId.welcome();
  const [account, welcome] = await getAll(db, accountRef(db, uid), ledgerRef(db, uid, welcomeId));
  const record = account.data();
  if (record?.deleted_at) throw new AppError('signed_out', `The account ${uid} was deleted`);
  const stripeCustomerId = record?.stripe_customer_id ?? null;
  if (record && (welcome.exists || record.is_returning !== undefined)) {
    const isReturning = record.is_returning ?? false;
    return { balance: record.restores_available, awaitsVerification: false, stripeCustomerId, isReturning };
  }

  const user = await users.get(uid);
  // Its mailbox is not known any more, so a welcome now could be the mailbox's second.
  if (!user) throw new AppError('signed_out', `The sign-in of ${uid} is gone`);
  const isVerified = emailVerified || user.emailVerified;
  const awaitsVerification = config.welcomeNeedsVerifiedEmail && !isVerified;
  await faultPoint('account.beforeWelcome');
  const decided = await welcomeOnce({ uid, email: user.email ?? null, awaitsVerification }, deps);
  await faultPoint('account.afterWelcome');
  const isWaiting = awaitsVerification && config.welcomeRestores > 0 && !decided.isReturning;
  return { ...decided, awaitsVerification: isWaiting, stripeCustomerId };
}
